/**
 * Code that incoming and outgoing connections share: networks of addresses, WebSocket frames from
 * clients and from servers, pipes from event loops to threads. Sockets are opened in {@code egress}
 * and accepted in {@code web}, which call it.
 */
@NullMarked
package dev.graspd.server.net;

import org.jspecify.annotations.NullMarked;
