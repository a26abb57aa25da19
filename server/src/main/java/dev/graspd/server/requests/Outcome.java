package dev.graspd.server.requests;

/** How a request ended. */
public enum Outcome {
  /** As the client wished; of a push, at least one ref. */
  ACCEPTED("accepted"),
  /** Against a rule. */
  REFUSED("refused"),
  /** There was no room for it now. */
  BUSY("busy"),
  /** The client left, or took too long. */
  CUT("cut"),
  /** By a fault of ours, which has lines of its own. */
  FAILED("failed");

  private final String word;

  Outcome(String word) {
    this.word = word;
  }

  /** Returns the word of log lines. */
  public String word() {
    return word;
  }
}
