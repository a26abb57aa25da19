/**
 * Relay sync in force: runs the machine of all relays and connects it with the server. Decisions
 * are in {@code core.sync}.
 */
@NullMarked
package dev.graspd.server.peers;

import org.jspecify.annotations.NullMarked;
