package dev.graspd.bench.git.load;

import java.util.OptionalDouble;

/**
 * The cost of one operation.
 *
 * @param wallSeconds until the end of the answer
 * @param cpuSeconds of the process that answered, if it is ours
 */
public record Spent(double wallSeconds, OptionalDouble cpuSeconds) {}
