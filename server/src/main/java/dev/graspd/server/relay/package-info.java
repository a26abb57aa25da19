/**
 * Relay sessions: subscriptions, fan-out from the log, NIP-42, NIP-45 and the NIP-77 responder.
 * Knows nothing of Netty: {@code web} passes text in and takes text out. Whether an event is
 * accepted is for the gate.
 */
@NullMarked
package dev.graspd.server.relay;

import org.jspecify.annotations.NullMarked;
