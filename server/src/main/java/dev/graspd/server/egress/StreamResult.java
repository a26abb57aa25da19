package dev.graspd.server.egress;

/** What became of a request whose answer is read as it comes. */
public sealed interface StreamResult {
  /** There is an answer, whatever its status; whoever gets it closes it. */
  record Answered(StreamAnswer answer) implements StreamResult {}

  /**
   * There is none.
   *
   * @param redirected whether it failed at another target than the one that was asked for
   */
  record Failed(Failure failure, boolean redirected) implements StreamResult {
    /** It failed before anybody sent us elsewhere. */
    Failed(Failure failure) {
      this(failure, false);
    }
  }
}
