/**
 * The machine of one connection: live requests, history, repairs. {@code server.peers.link} runs
 * it.
 */
@NullMarked
package dev.graspd.core.sync.link;

import org.jspecify.annotations.NullMarked;
