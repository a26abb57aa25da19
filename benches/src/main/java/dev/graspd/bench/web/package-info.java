/**
 * The rows of web pages: the server against cgit and gitweb on the same repository, and what a
 * crawler makes others wait. The server makes the pages.
 */
@NullMarked
package dev.graspd.bench.web;

import org.jspecify.annotations.NullMarked;
