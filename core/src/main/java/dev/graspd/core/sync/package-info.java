/**
 * Types that both machines of relay sync share. {@code sync.relays} decides which relays are
 * followed for what, {@code sync.link} what one connection asks. {@code server.peers} runs both.
 */
@NullMarked
package dev.graspd.core.sync;

import org.jspecify.annotations.NullMarked;
