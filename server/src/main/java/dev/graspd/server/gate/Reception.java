package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The policy for new and verified events. Thread-safe. */
public interface Reception {
  /** Decides and stores. Answers when it is on disk; the stage may fail as the store does. */
  CompletionStage<Verdict> receive(Event event, Origin origin);

  /** Answers for a held event; empty if it must be received again. */
  Optional<Verdict> held(EventId id);
}
