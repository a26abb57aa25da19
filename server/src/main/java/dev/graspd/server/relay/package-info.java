/**
 * Relay sessions: subscriptions, fan-out from the log, NIP-42, NIP-45 and the NIP-77 responder.
 * Knows nothing of Netty.
 */
@NullMarked
package dev.graspd.server.relay;

import org.jspecify.annotations.NullMarked;
