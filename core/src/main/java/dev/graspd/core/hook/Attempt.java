package dev.graspd.core.hook;

/** The result of one attempt to deliver. */
public sealed interface Attempt {
  /** The receiver answered; only 2xx means that it took the delivery. */
  record Answered(int status) implements Attempt {
    boolean isTaken() {
      return status / 100 == 2;
    }
  }

  /** There was no answer. */
  record Failed(String why) implements Attempt {}

  /** Nothing was sent: the event or the repository is no longer served. */
  record Withdrawn() implements Attempt {}
}
