/**
 * Our server and programs that other people wrote: the reference server, relays and git libraries.
 * {@code scripts/peers} runs them; what needs no such program runs in every build.
 */
@NullMarked
package dev.graspd.system.peers;

import org.jspecify.annotations.NullMarked;
