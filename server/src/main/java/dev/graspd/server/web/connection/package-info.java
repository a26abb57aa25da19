/**
 * Who is connected: client addresses, limits for each address, idle connections. What a client may
 * ask is limited elsewhere, by {@code server.charge} and {@code server.relay}. {@code web} asks it
 * when a connection begins and ends.
 */
@NullMarked
package dev.graspd.server.web.connection;

import org.jspecify.annotations.NullMarked;
