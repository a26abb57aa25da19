package dev.graspd.core.upkeep;

/**
 * The facts about a pack that decide on repacking.
 *
 * @param landedSeconds when it came, by the calendar
 * @param hasBitmap whether it has a bitmap of what its commits reach
 */
public record PackFact(
    String name, long bytes, long objects, long landedSeconds, boolean hasBitmap) {}
