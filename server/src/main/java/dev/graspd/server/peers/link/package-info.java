/**
 * One connection to a relay in force: calls, inbox, turns on the shared threads. {@code
 * core.sync.link} decides what to ask; {@code egress} opens the sockets. {@code peers} begins and
 * ends connections.
 */
@NullMarked
package dev.graspd.server.peers.link;

import org.jspecify.annotations.NullMarked;
