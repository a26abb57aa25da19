package dev.graspd.sim;

import java.time.Duration;

/**
 * What may go wrong in a run, in chances of a thousand for each thing that happens.
 *
 * @param restarts that the server stops, half of the time by a crash
 * @param calendarJumps that somebody sets the calendar
 * @param lateWakes that the machine is woken late; of a thousand wake-ups
 * @param uptimeLost how much a crash takes from the server's clock at most
 * @param countsDowntime whether the server's clock wrongly goes on while it is down
 */
public record Faults(
    int restarts, int calendarJumps, int lateWakes, Duration uptimeLost, boolean countsDowntime) {
  /** What a server must live with. */
  public static Faults usual() {
    return new Faults(60, 60, 100, Duration.ofSeconds(10), false);
  }

  public Faults losing(Duration uptime) {
    return new Faults(restarts, calendarJumps, lateWakes, uptime, countsDowntime);
  }

  public Faults countingDowntime() {
    return new Faults(restarts, calendarJumps, lateWakes, uptimeLost, true);
  }
}
