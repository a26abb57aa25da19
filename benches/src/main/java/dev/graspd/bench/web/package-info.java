/**
 * The rows of web pages: the server against cgit and gitweb on the same repository, and what a
 * crawler makes others wait. How pages are made belongs to the server.
 */
@NullMarked
package dev.graspd.bench.web;

import org.jspecify.annotations.NullMarked;
