package dev.graspd.server.hunt.git;

/**
 * What became of a fetch.
 *
 * @param <T> what the sink makes of a pack
 */
public sealed interface FetchOutcome<T> {
  /**
   * A pack came, and the sink has judged it.
   *
   * @param words of the server for people, made harmless; may be empty
   */
  record Received<T>(T judgement, String words) implements FetchOutcome<T> {}

  record Failed<T>(FetchFailure failure) implements FetchOutcome<T> {}
}
