package dev.graspd.core.store.rules;

/**
 * How much the store remembers.
 *
 * @param removalsKept records of removals and moved refs that the log keeps
 * @param unwantedKept ids of removed events, and of refused ones, that are remembered
 * @param minutesKept minutes in which events came that are known
 */
public record Bounds(int removalsKept, int unwantedKept, int minutesKept) {}
