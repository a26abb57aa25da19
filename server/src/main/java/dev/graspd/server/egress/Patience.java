package dev.graspd.server.egress;

/** The words for answers that take too long. */
final class Patience {
  private Patience() {}

  /** All the time of an errand is used up. */
  static Failure over() {
    return new Failure.TimedOut("it takes too long in all");
  }

  static Failure noAnswer(ErrandLimits limits) {
    return new Failure.TimedOut("no answer within " + seconds(limits));
  }

  static Failure tooSlow(ErrandLimits limits) {
    return new Failure.TimedOut(
        "slower than " + limits.slowBytesPerSecond() + " bytes a second for " + seconds(limits));
  }

  private static String seconds(ErrandLimits limits) {
    long millis = limits.slowFor().toMillis();
    return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }
}
