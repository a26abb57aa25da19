package dev.graspd.core.store;

import dev.graspd.core.repo.Identifier;

/**
 * How long a held event still waits.
 *
 * @param home the family that it waits in
 * @param lapsed whether its time is over, so that it is only remembered
 * @param deadlineNanos when this changes, on the clock that stands still while the server is down
 */
public record Wait(Identifier home, boolean lapsed, long deadlineNanos) {}
