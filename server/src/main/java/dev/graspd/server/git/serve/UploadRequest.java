package dev.graspd.server.git.serve;

import dev.graspd.core.nostr.Refusal;

/** What a POST to {@code git-upload-pack} asks for. */
sealed interface UploadRequest {
  /**
   * Nothing: the empty probe that clients send before a large body, or a client that is current.
   */
  record Nothing() implements UploadRequest {}

  record Listing(LsRefs request) implements UploadRequest {}

  record Fetch(FetchRequest request) implements UploadRequest {}

  /** What cannot be done, with the words for the client. */
  record Wrong(Refusal why) implements UploadRequest {}
}
