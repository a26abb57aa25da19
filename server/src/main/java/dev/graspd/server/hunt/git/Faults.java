package dev.graspd.server.hunt.git;

import dev.graspd.server.egress.StreamException;
import dev.graspd.server.git.wire.PktException;
import dev.graspd.server.git.wire.SideBandInput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;

/** Tells what the other side did wrong from what went wrong here. */
final class Faults {
  private Faults() {}

  /** Returns what an exception says about the other side, if it does. */
  static Optional<FetchFailure> of(IOException fault) {
    return switch (fault) {
      case FetchException e -> Optional.of(e.failure());
      case StreamException e -> Optional.of(FetchFailure.of(e.failure()));
      case PktException e -> Optional.of(new FetchFailure.Misbehaved(Words.of(text(e))));
      case SideBandInput.FatalException e ->
          Optional.of(new FetchFailure.Misbehaved("gave up: " + Words.of(e.words())));
      case InterruptedIOException _ -> Optional.of(new FetchFailure.Cancelled());
      default -> Optional.empty();
    };
  }

  private static String text(IOException fault) {
    return String.valueOf(fault.getMessage());
  }
}
