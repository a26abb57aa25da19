/**
 * What both directions of the network share: networks of addresses, and WebSocket frames as they
 * come in, from clients and from servers.
 */
@NullMarked
package dev.graspd.server.net;

import org.jspecify.annotations.NullMarked;
