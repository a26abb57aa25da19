package dev.graspd.server.hunt.git;

/**
 * The result of a fetch.
 *
 * @param <T> the result of the sink
 */
public sealed interface FetchOutcome<T> {
  /**
   * A pack arrived, and the sink has processed it.
   *
   * @param words of the server for people, sanitised; may be empty
   */
  record Received<T>(T judgement, String words) implements FetchOutcome<T> {}

  record Failed<T>(FetchFailure failure) implements FetchOutcome<T> {}
}
