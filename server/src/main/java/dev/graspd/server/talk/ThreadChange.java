package dev.graspd.server.talk;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkReader;
import java.util.Optional;

/** The effect of a record of the log on threads. */
sealed interface ThreadChange {
  record Came(TalkEvent event) implements ThreadChange {}

  record Gone(EventId id, int kind) implements ThreadChange {}

  /** Refs of a repository have other values. */
  record Moved(RepoAddress repository) implements ThreadChange {}

  /** Returns nothing for what no list shows, such as reactions. */
  static Optional<ThreadChange> of(LogRecord record) {
    return switch (record) {
      case LogRecord.Stored(_, var event) -> came(event);
      case LogRecord.Released(_, var event) -> came(event);
      case LogRecord.Removed removed -> Optional.of(new Gone(removed.id(), removed.kind()));
      case LogRecord.RefsMoved(_, var repository) -> Optional.of(new Moved(repository));
      case LogRecord.Held _, LogRecord.FamilyChanged _, LogRecord.BansChanged _ -> Optional.empty();
    };
  }

  private static Optional<ThreadChange> came(Event event) {
    return TalkEvents.isListed(event.kind())
        ? TalkReader.read(event).map(Came::new)
        : Optional.empty();
  }
}
