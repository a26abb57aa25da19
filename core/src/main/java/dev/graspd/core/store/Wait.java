package dev.graspd.core.store;

/**
 * How long a held event still waits.
 *
 * @param lapsed whether its time is over, so that it is only remembered
 * @param deadlineNanos when this changes, on the clock that stands still while the server is down
 */
public record Wait(boolean lapsed, long deadlineNanos) {}
