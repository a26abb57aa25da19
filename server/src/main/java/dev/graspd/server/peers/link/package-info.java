/** One connection to a relay in force: calls, inbox, turns on the shared threads. */
@NullMarked
package dev.graspd.server.peers.link;

import org.jspecify.annotations.NullMarked;
