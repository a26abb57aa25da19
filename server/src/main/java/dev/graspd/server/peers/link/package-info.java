/**
 * One connection to a relay in force: calls, inbox, turns on the shared threads. What it asks is
 * decided in {@code core.sync.link}; sockets are opened in {@code egress}. {@code peers} begins and
 * ends connections.
 */
@NullMarked
package dev.graspd.server.peers.link;

import org.jspecify.annotations.NullMarked;
