package dev.graspd.server.git.serve.request;

import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.server.git.serve.refs.LsRefs;

/** A parsed POST to {@code git-upload-pack}. */
public sealed interface UploadRequest {
  /**
   * Nothing: the empty probe that clients send before a large body, or a client that is current.
   */
  record Nothing() implements UploadRequest {}

  record Listing(LsRefs request) implements UploadRequest {}

  record Fetch(FetchRequest request) implements UploadRequest {}

  /** A request that we refuse. */
  record Wrong(Refusal why) implements UploadRequest {}
}
