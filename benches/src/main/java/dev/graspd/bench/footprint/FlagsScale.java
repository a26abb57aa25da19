package dev.graspd.bench.footprint;

/**
 * The size of a comparison of flags; each server takes each part once in a round.
 *
 * @param events published as fast as the server takes them
 * @param queries small ones, at a fixed rate
 * @param turns of mixed load
 */
record FlagsScale(int rounds, int events, int queries, int turns) {}
