package dev.graspd.sim;

import dev.graspd.core.machine.Now;

/**
 * A point of a simulated run.
 *
 * @param now what the server's clocks show
 * @param aliveNanos how long servers have really been running: the truth that the clock of {@link
 *     Now#nanos} must come near
 * @param crashes how many there were
 * @param starts how often a server was started
 * @param excused whether the machine has been kept waiting on purpose, so that it may be late
 */
public record Moment(Now now, long aliveNanos, int crashes, int starts, boolean excused) {}
