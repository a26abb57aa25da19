/**
 * The Netty pipeline of the one port: HTTP requests, WebSockets, and the change from one to the
 * other. Pages, relay sessions and git are behind interfaces.
 */
@NullMarked
package dev.graspd.server.web;

import org.jspecify.annotations.NullMarked;
