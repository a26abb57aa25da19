package dev.graspd.server.web.exchange;

import java.time.Duration;

/**
 * Limits of memory and time for one exchange in the web layer.
 *
 * @param pipeBytes of a request's body that wait for their reader; above it nothing is read
 * @param stalled without any progress, in or out
 * @param body for a whole body, unless its reader gives it another time
 * @param paceWindow over which the average of an answer's bytes is taken while some wait
 * @param paceBytes that a client must take in such a window
 * @param drainBytes of a body that nobody reads any more, so that the client reads the answer
 * @param drain how long that may take
 */
public record ExchangeLimits(
    int pipeBytes,
    Duration stalled,
    Duration body,
    Duration paceWindow,
    long paceBytes,
    long drainBytes,
    Duration drain) {
  /** The values outside tests: 16 KiB a second over a minute. */
  public static final ExchangeLimits DEFAULT =
      new ExchangeLimits(
          256 << 10,
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          60L * (16 << 10),
          1L << 30,
          Duration.ofSeconds(60));

  /** Returns the same with other times without progress, and for a body. */
  public ExchangeLimits with(Duration withoutProgress, Duration wholeBody) {
    return new ExchangeLimits(
        pipeBytes, withoutProgress, wholeBody, paceWindow, paceBytes, drainBytes, drain);
  }
}
