/** What relay sync asks of our own store and gate: sets to compare, events it lacks, threads. */
@NullMarked
package dev.graspd.server.peers.local;

import org.jspecify.annotations.NullMarked;
