/**
 * Relay sync in force: runs the machine of all relays and connects it with the server. Decisions
 * are in {@code core.sync}; one connection is in {@code peers.link}. {@code app.server} starts it
 * under its role.
 */
@NullMarked
package dev.graspd.server.peers;

import org.jspecify.annotations.NullMarked;
