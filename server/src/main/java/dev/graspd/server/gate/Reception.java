package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The policy for new and verified events. Thread-safe. */
public interface Reception {
  /** Decides and stores. Answers when it is on disk; the stage may fail as the store does. */
  CompletionStage<Verdict> receive(Event event, Origin origin);

  /**
   * Returns the last log record that every decision from now on respects. The log may have newer
   * ones, because memory follows the disk.
   */
  long settledSeq();

  /**
   * Registers a wake-up for when that may have changed, in addition to the store's: only signal.
   */
  void onSettled(Runnable wake);

  /** Answers for a held event; empty if it must be received again. */
  Optional<Verdict> held(EventId id);
}
