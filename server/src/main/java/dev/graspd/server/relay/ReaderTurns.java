package dev.graspd.server.relay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;

/**
 * In which order the store is read. Work comes in short slices, each with a reader (an address) and
 * a level: how much its connection has read recently, as a power of two.
 *
 * <p>The reader that took least time recently goes first, with its slice of the lowest level: a new
 * small query waits neither behind old large ones of others nor behind those of its own address.
 * Every fourth slice goes to the reader whose turn is longest ago, for the slice that has waited
 * longest, so that large queries come to an end too. Time is an argument. Not thread-safe.
 */
final class ReaderTurns {
  static final int LEVELS = 32;
  private static final int OLDEST_EVERY = 4;

  /** Approximate time of one unit of work, to have one measure of both. */
  private static final long NANOS_A_UNIT = 500;

  record Slice(Object reader, long number, Runnable work) {}

  /** The waiting slices of one reader, and how much time it took recently. */
  private static final class Line {
    private final List<ArrayDeque<Slice>> levels = new ArrayList<>(LEVELS);
    private int waiting;
    private long recentNanos;

    Line() {
      for (int i = 0; i < LEVELS; i++) {
        levels.add(new ArrayDeque<>(0));
      }
    }

    /** The level of its lowest waiting slice, or of the time it took, if that is higher. */
    int level() {
      int lowest = 0;
      while (levels.get(lowest).isEmpty()) {
        lowest++;
      }
      return Math.max(lowest, levelOf(recentNanos / NANOS_A_UNIT));
    }

    Slice take(boolean oldest) {
      ArrayDeque<Slice> best = null;
      for (ArrayDeque<Slice> queue : levels) {
        boolean better =
            !queue.isEmpty()
                && (best == null || (oldest && queue.element().number() < best.element().number()));
        best = better ? queue : best;
      }
      if (best == null) {
        throw new NoSuchElementException("nothing waits");
      }
      waiting--;
      return best.remove();
    }
  }

  /** The reader whose turn is longest ago comes first. */
  private final Map<Object, Line> lines = new LinkedHashMap<>();

  private int waiting;
  private long added;
  private long taken;
  private long halvedAt;

  ReaderTurns(long nowNanos) {
    this.halvedAt = nowNanos;
  }

  static int levelOf(long recentWork) {
    return Math.min(LEVELS - 1, Long.SIZE - Long.numberOfLeadingZeros(recentWork));
  }

  void add(Object reader, int level, Runnable work) {
    Line line = lines.computeIfAbsent(reader, _ -> new Line());
    line.levels.get(level).add(new Slice(reader, added++, work));
    line.waiting++;
    waiting++;
  }

  boolean isEmpty() {
    return waiting == 0;
  }

  Slice next(long nowNanos) {
    halve(nowNanos);
    boolean oldest = taken++ % OLDEST_EVERY == 0;
    Object reader = oldest ? longestAgo() : leastBusy();
    // To the end: the others come first.
    Line line = lines.remove(reader);
    if (line == null) {
      throw new NoSuchElementException("nothing waits");
    }
    lines.put(reader, line);
    waiting--;
    return line.take(oldest);
  }

  void took(Object reader, long nanos) {
    Line line = lines.get(reader);
    if (line != null) {
      line.recentNanos += nanos;
    }
  }

  private Object longestAgo() {
    for (Map.Entry<Object, Line> entry : lines.entrySet()) {
      if (entry.getValue().waiting > 0) {
        return entry.getKey();
      }
    }
    throw new NoSuchElementException("nothing waits");
  }

  private Object leastBusy() {
    Object best = longestAgo();
    int lowest = LEVELS;
    for (Map.Entry<Object, Line> entry : lines.entrySet()) {
      Line line = entry.getValue();
      int level = line.waiting > 0 ? line.level() : LEVELS;
      if (level < lowest) {
        lowest = level;
        best = entry.getKey();
      }
    }
    return best;
  }

  /** The time halves every second; readers without any are forgotten. */
  private void halve(long nowNanos) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nowNanos - halvedAt);
    if (seconds > 0) {
      halvedAt += TimeUnit.SECONDS.toNanos(seconds);
      lines.values().forEach(line -> line.recentNanos >>= Math.min(seconds, Long.SIZE - 1));
      lines.values().removeIf(line -> line.waiting == 0 && line.recentNanos < NANOS_A_UNIT);
    }
  }

  void clear() {
    lines.clear();
    waiting = 0;
  }
}
