/**
 * Answers programs with the code of a repository: finds what an address of the API means now and
 * reads its facts; {@code site.json} writes them. Runs on the threads for pages, never on an event
 * loop.
 */
@NullMarked
package dev.graspd.server.site.api;

import org.jspecify.annotations.NullMarked;
