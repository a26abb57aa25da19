package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Failure;

/** The result of a request for a document. */
public sealed interface FetchResult {
  record Fetched(byte[] body) implements FetchResult {}

  record Failed(Failure failure) implements FetchResult {}
}
