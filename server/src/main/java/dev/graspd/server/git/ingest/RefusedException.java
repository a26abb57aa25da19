package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Refusal;
import java.io.IOException;

/** What a client sent cannot be taken; ends the reading of it and becomes the answer. */
final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  RefusedException(Refusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  Refusal refusal() {
    return refusal;
  }
}
