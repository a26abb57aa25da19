/**
 * What relay sync asks of our own store and gate: sets to compare, events it lacks, threads,
 * refusals to try again. It opens no connection and decides nothing about relays. {@code peers} and
 * {@code peers.link} call it.
 */
@NullMarked
package dev.graspd.server.peers.local;

import org.jspecify.annotations.NullMarked;
