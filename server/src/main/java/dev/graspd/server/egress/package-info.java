/**
 * All outgoing connections: one object with the clients for HTTP and WebSockets. No other package
 * opens outgoing sockets. Addresses are checked in {@code egress.dial}; sync, the hunt and imports
 * from a running server call it.
 */
@NullMarked
package dev.graspd.server.egress;

import org.jspecify.annotations.NullMarked;
