package dev.graspd.sim;

import dev.graspd.core.machine.Now;
import java.time.Duration;

/** The clocks of a simulated server: one stands still while it is down, the calendar may jump. */
final class VirtualClock {
  private static final long CALENDAR_START = 1_700_000_000;

  private long realNanos;
  private long bootedRealNanos;
  private long uptimeAtBoot;
  private long aliveAtBoot;
  private long writtenUptime;
  private long calendarOffset;

  void moveTo(long realNanos) {
    this.realNanos = Math.max(this.realNanos, realNanos);
  }

  long realNanos() {
    return realNanos;
  }

  private long sinceBoot() {
    return realNanos - bootedRealNanos;
  }

  long aliveNanos() {
    return aliveAtBoot + sinceBoot();
  }

  long uptimeNanos() {
    return uptimeAtBoot + sinceBoot();
  }

  long realOf(long uptimeNanos) {
    return Math.max(realNanos, realNanos + uptimeNanos - uptimeNanos());
  }

  Now now() {
    return new Now(
        uptimeNanos(), CALENDAR_START + Duration.ofNanos(realNanos).toSeconds() + calendarOffset);
  }

  void written() {
    writtenUptime = uptimeNanos();
  }

  void jumpCalendar(long seconds) {
    calendarOffset += seconds;
  }

  /** The server stops, is down for a while, and goes on from the uptime that the disk has. */
  void restart(long lostNanos, long downNanos, boolean countsDowntime) {
    long saved = Math.max(writtenUptime, uptimeNanos() - lostNanos);
    aliveAtBoot = aliveNanos();
    uptimeAtBoot = saved + (countsDowntime ? downNanos : 0);
    realNanos += downNanos;
    bootedRealNanos = realNanos;
    writtenUptime = uptimeAtBoot;
  }
}
