/**
 * The machine of one connection: live requests, history, repairs. Which items it covers is decided
 * in {@code sync.relays}. {@code server.peers.link} runs it.
 */
@NullMarked
package dev.graspd.core.sync.link;

import org.jspecify.annotations.NullMarked;
