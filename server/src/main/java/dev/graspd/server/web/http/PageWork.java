package dev.graspd.server.web.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.server.charge.Payer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The time of the processor that pages have taken for each address. An address may take so much in
 * ten minutes; what it has taken fades evenly over that time. Thread-safe.
 */
public final class PageWork {
  static final Duration WINDOW = Duration.ofMinutes(10);

  /** As many as there can be connections: an address that is forgotten has all of it again. */
  private static final int ADDRESSES_MAX = 100_000;

  /** The work of one address at a time, from which on it fades. */
  private record Level(double nanos, long atNanos) {}

  private final Supplier<Duration> max;
  private final LongSupplier nanoTime;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Cache<Payer, Level> levels;

  /**
   * Counts nothing yet.
   *
   * @param max what one address may take in ten minutes, now
   */
  public PageWork(Supplier<Duration> max, LongSupplier nanoTime) {
    this.max = max;
    this.nanoTime = nanoTime;
    this.levels =
        Caffeine.newBuilder()
            .maximumSize(ADDRESSES_MAX)
            .expireAfterWrite(WINDOW)
            .ticker(nanoTime::getAsLong)
            .build();
  }

  /** Returns the time of the processor that the current thread has taken. */
  long cpuNanos() {
    return threads.getCurrentThreadCpuTime();
  }

  /** Counts work for an address; the operator's is not counted. */
  void spent(Payer payer, long nanos) {
    if (!payer.isOperator()) {
      long now = nanoTime.getAsLong();
      levels
          .asMap()
          .merge(
              payer,
              new Level(nanos, now),
              (before, more) -> new Level(left(before, now) + more.nanos, now));
    }
  }

  /** Returns how long an address has to wait for its next page; zero if it may have one. */
  Duration pauseOf(Payer payer) {
    Level level = levels.getIfPresent(payer);
    double over = level == null ? 0 : left(level, nanoTime.getAsLong()) - max.get().toNanos();
    return over < 0 || level == null
        ? Duration.ZERO
        : Duration.ofNanos((long) (over / fadingPerNano())).plusSeconds(1);
  }

  private double left(Level level, long nowNanos) {
    return Math.max(0, level.nanos - (nowNanos - level.atNanos) * fadingPerNano());
  }

  private double fadingPerNano() {
    return (double) max.get().toNanos() / WINDOW.toNanos();
  }
}
