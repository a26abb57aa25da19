/**
 * The Netty pipeline of the one port: HTTP requests, WebSockets, and the change from one to the
 * other. Pages, relay sessions and git are behind interfaces. {@code app.server} starts it and
 * gives it their implementations.
 */
@NullMarked
package dev.graspd.server.web;

import org.jspecify.annotations.NullMarked;
