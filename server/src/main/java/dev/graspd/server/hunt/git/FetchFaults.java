package dev.graspd.server.hunt.git;

import dev.graspd.server.egress.http.StreamException;
import dev.graspd.server.git.wire.PktException;
import dev.graspd.server.git.wire.SideBandInput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;

/** Translates our exceptions into failures of the other side. */
final class FetchFaults {
  private FetchFaults() {}

  /** Returns the failure of the other side that an exception stands for, if it does. */
  static Optional<FetchFailure> of(IOException fault) {
    return switch (fault) {
      case FetchException e -> Optional.of(e.failure());
      case StreamException e -> Optional.of(FetchFailure.of(e.failure()));
      case PktException e -> Optional.of(new FetchFailure.Misbehaved(ServerText.of(text(e))));
      case SideBandInput.FatalException e ->
          Optional.of(new FetchFailure.Misbehaved("gave up: " + ServerText.of(e.words())));
      case InterruptedIOException _ -> Optional.of(new FetchFailure.Cancelled());
      default -> Optional.empty();
    };
  }

  private static String text(IOException fault) {
    return String.valueOf(fault.getMessage());
  }
}
