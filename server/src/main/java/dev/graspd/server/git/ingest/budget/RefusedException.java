package dev.graspd.server.git.ingest.budget;

import dev.graspd.core.nostr.refusal.Refusal;
import java.io.IOException;

/** Ends the reading of a push or pack with a refusal. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  public RefusedException(Refusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
