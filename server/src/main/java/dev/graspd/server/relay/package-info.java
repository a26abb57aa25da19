/**
 * Relay sessions: subscriptions, fan-out from the log, NIP-42, NIP-45 and the NIP-77 responder.
 * Knows nothing of Netty: {@code web} passes text in and takes text out. The gate decides whether
 * an event is accepted.
 */
@NullMarked
package dev.graspd.server.relay;

import org.jspecify.annotations.NullMarked;
