/**
 * The machine of all relays: which are dialled, when, and what each is asked for. How one
 * connection asks is in {@code sync.link}. {@code server.peers} runs it.
 */
@NullMarked
package dev.graspd.core.sync.relays;

import org.jspecify.annotations.NullMarked;
