/**
 * Who is connected: client addresses, limits for each address, idle connections. {@code
 * server.charge} and {@code server.relay} limit what a client may ask. {@code web} asks it when a
 * connection begins and ends.
 */
@NullMarked
package dev.graspd.server.web.connection;

import org.jspecify.annotations.NullMarked;
