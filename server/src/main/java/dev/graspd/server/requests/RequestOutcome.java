package dev.graspd.server.requests;

/** How a request ended. */
public enum RequestOutcome {
  /** As the client asked; for a push, at least one ref. */
  ACCEPTED("accepted"),
  /** Against a rule. */
  REFUSED("refused"),
  /** There was no room for it now. */
  BUSY("busy"),
  /** The client left, or took too long. */
  CUT("cut"),
  /** An error of this server, which is logged on its own. */
  FAILED("failed");

  private final String word;

  RequestOutcome(String word) {
    this.word = word;
  }

  /** Returns the word of log lines. */
  public String word() {
    return word;
  }
}
