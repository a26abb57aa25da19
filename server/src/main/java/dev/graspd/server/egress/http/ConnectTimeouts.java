package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Failure;

/** The failures of answers that take too long. */
final class ConnectTimeouts {
  private ConnectTimeouts() {}

  /** The total time is used up. */
  static Failure over() {
    return new Failure.TimedOut("it takes too long in all");
  }

  static Failure noAnswer(FetchLimits limits) {
    return new Failure.TimedOut("no answer within " + seconds(limits));
  }

  static Failure tooSlow(FetchLimits limits) {
    return new Failure.TimedOut(
        "slower than " + limits.slowBytesPerSecond() + " bytes a second for " + seconds(limits));
  }

  private static String seconds(FetchLimits limits) {
    long millis = limits.slowFor().toMillis();
    return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }
}
