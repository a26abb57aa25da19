package dev.graspd.bench.git;

import java.util.OptionalDouble;

/**
 * What one operation took.
 *
 * @param wallSeconds until the answer was there
 * @param cpuSeconds of the process that answered, where we may look at it
 */
public record Spent(double wallSeconds, OptionalDouble cpuSeconds) {}
