package dev.graspd.core.upkeep;

/**
 * One pack of a family, as far as its upkeep is decided by it.
 *
 * @param landedSeconds when it came, by the calendar
 * @param hasBitmap whether it tells quickly what its commits reach
 */
public record PackFact(
    String name, long bytes, long objects, long landedSeconds, boolean hasBitmap) {}
