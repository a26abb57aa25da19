package dev.graspd.server.egress;

/** What became of a request for a document. */
public sealed interface FetchResult {
  record Fetched(byte[] body) implements FetchResult {}

  record Failed(Failure failure) implements FetchResult {}
}
