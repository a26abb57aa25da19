/**
 * The Netty pipeline: HTTP, WebSocket frames, routing, limits per socket and per address. Pages,
 * metrics and documents come through {@link dev.graspd.server.web.OpsPages}.
 */
@NullMarked
package dev.graspd.server.web;

import org.jspecify.annotations.NullMarked;
