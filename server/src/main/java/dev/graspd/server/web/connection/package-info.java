/** Who is connected: client addresses, limits for each address, idle connections. */
@NullMarked
package dev.graspd.server.web.connection;

import org.jspecify.annotations.NullMarked;
