package dev.graspd.server.hunt.git;

import java.io.IOException;

/** Ends an exchange with a failure; never leaves this package. */
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
