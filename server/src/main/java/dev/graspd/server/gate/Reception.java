package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What happens to events that are new and genuine: the policy in force. Thread-safe. */
public interface Reception {
  /** Decides and stores. The answer comes when it is on disk; it may fail as the store does. */
  CompletionStage<Verdict> receive(Event event, Origin origin);

  /**
   * Returns the last record of the log that every decision from now on takes into account. It is
   * not always the last one there is: memory follows the disk.
   */
  long settledSeq();

  /** Registers a wake-up for when that may have changed, beside the store's own: only signal. */
  void onSettled(Runnable wake);

  /** Answers for an event that is held already; empty if it is to be received again. */
  Optional<Verdict> held(EventId id);
}
