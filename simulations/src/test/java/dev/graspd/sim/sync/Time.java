package dev.graspd.sim.sync;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time, and what is still to come, in order. */
public final class Time {
  public static final long CALENDAR_START = 1_700_000_000;

  private record Entry(long atNanos, long sequence, Runnable what) {}

  private final PriorityQueue<Entry> agenda =
      new PriorityQueue<>(
          Comparator.comparingLong(Entry::atNanos).thenComparingLong(Entry::sequence));
  private static final int SAME_TIME_MAX = 100_000;

  private int sameTime;
  private long sequence;
  private long nanos;
  private long calendarOffset;

  /** What our server's clocks show. */
  public Now now() {
    return new Now(nanos, CALENDAR_START + Duration.ofNanos(nanos).toSeconds() + calendarOffset);
  }

  /** The time that everybody else agrees on. */
  public long trueSeconds() {
    return CALENDAR_START + Duration.ofNanos(nanos).toSeconds();
  }

  public long nanos() {
    return nanos;
  }

  public void setCalendar(long offsetSeconds) {
    calendarOffset = offsetSeconds;
  }

  public void at(long atNanos, Runnable what) {
    agenda.add(new Entry(Math.max(atNanos, nanos), sequence++, what));
  }

  public void after(Duration delay, Runnable what) {
    at(nanos + delay.toNanos(), what);
  }

  /** Does the next thing, if it is due by then. Returns whether there was one. */
  public boolean step(long untilNanos) {
    Entry next = agenda.peek();
    if (next == null || next.atNanos() > untilNanos) {
      return false;
    }
    agenda.remove();
    sameTime = next.atNanos() == nanos ? sameTime + 1 : 0;
    if (sameTime > SAME_TIME_MAX) {
      throw new AssertionError(
          "time stands still: somebody wants to be woken at once, again and again");
    }
    nanos = next.atNanos();
    next.what().run();
    return true;
  }

  public void moveTo(long toNanos) {
    nanos = Math.max(nanos, toNanos);
  }
}
