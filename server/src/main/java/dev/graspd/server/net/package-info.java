/**
 * Code that incoming and outgoing connections share: networks of addresses, WebSocket frames from
 * clients and from servers, pipes from event loops to threads.
 */
@NullMarked
package dev.graspd.server.net;

import org.jspecify.annotations.NullMarked;
