package dev.graspd.server.hunt.git;

/** What became of the attempt to read a repository's refs. */
public sealed interface Opening {
  /** Whoever gets the remote closes it. */
  record Opened(Remote remote) implements Opening {}

  record Failed(FetchFailure failure) implements Opening {}
}
