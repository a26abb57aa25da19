/**
 * HTTP/1.1 without sockets of its own: the strict codec, checks of request heads, answers, threads
 * for pages.
 */
@NullMarked
package dev.graspd.server.web.http;

import org.jspecify.annotations.NullMarked;
