package dev.graspd.server.web.exchange;

/**
 * Decides whether a client takes its answer fast enough. Only time in which output waits for it
 * counts: a server that computes is not the client's fault. Time is an argument.
 */
public final class OutputPace {
  private final ExchangeLimits limits;
  private boolean waiting;
  private long sentBefore;
  private long progressNanos;
  private long windowNanos;
  private long windowSent;

  public OutputPace(ExchangeLimits limits) {
    this.limits = limits;
  }

  /**
   * Checks the average.
   *
   * @param queued bytes that were written so far
   * @param sent bytes of these that the system has taken
   */
  public boolean isTooSlow(long nowNanos, long queued, long sent) {
    if (!waiting || queued == sent) {
      waiting = queued > sent;
      sentBefore = sent;
      progressNanos = nowNanos;
      beginWindow(nowNanos, sent);
      return false;
    }
    if (sent != sentBefore) {
      sentBefore = sent;
      progressNanos = nowNanos;
    }
    return nowNanos - progressNanos >= limits.stalled().toNanos() || isBelowPace(nowNanos, sent);
  }

  private boolean isBelowPace(long nowNanos, long sent) {
    if (nowNanos - windowNanos < limits.paceWindow().toNanos()) {
      return false;
    }
    boolean tooSlow = sent - windowSent < limits.paceBytes();
    beginWindow(nowNanos, sent);
    return tooSlow;
  }

  private void beginWindow(long nowNanos, long sent) {
    windowNanos = nowNanos;
    windowSent = sent;
  }
}
