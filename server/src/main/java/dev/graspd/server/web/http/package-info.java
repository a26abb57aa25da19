/**
 * HTTP/1.1 without sockets of its own: the strict codec, checks of request heads, answers, threads
 * for pages. Paths are read in {@code web.route}, long bodies go through {@code web.exchange}. The
 * pipeline in {@code web} uses it.
 */
@NullMarked
package dev.graspd.server.web.http;

import org.jspecify.annotations.NullMarked;
