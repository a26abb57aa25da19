/**
 * What we refuse of other relays' events, and when to try it again. What relays refuse of us is in
 * {@code sync.link}. {@code server.peers.local} keeps and asks it.
 */
@NullMarked
package dev.graspd.core.sync.refusal;

import org.jspecify.annotations.NullMarked;
