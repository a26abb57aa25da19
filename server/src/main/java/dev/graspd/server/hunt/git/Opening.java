package dev.graspd.server.hunt.git;

/** The result of reading a repository's refs. */
public sealed interface Opening {
  /** The caller closes the remote. */
  record Opened(Remote remote) implements Opening {}

  record Failed(FetchFailure failure) implements Opening {}
}
