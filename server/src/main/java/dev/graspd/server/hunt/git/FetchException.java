package dev.graspd.server.hunt.git;

import java.io.IOException;

/** Ends a conversation with a failure; never seen outside this package. */
final class FetchException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient FetchFailure failure;

  FetchException(FetchFailure failure) {
    super(failure.text());
    this.failure = failure;
  }

  FetchFailure failure() {
    return failure;
  }

  static FetchException misbehaved(String why) {
    return new FetchException(new FetchFailure.Misbehaved(why));
  }
}
