package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;

/**
 * One change of the store. Numbers only grow; a change's number is given in the transaction that
 * makes it. When an event is removed or released, the record that added it leaves the log. Of the
 * records that add no event, only the newest are kept ({@link EventStore#REMOVALS_KEPT}), and of
 * the changes of a family the newest one. So the log grows with the store, not with its history.
 */
public sealed interface LogRecord {
  long seq();

  /** The event is served. */
  record Stored(long seq, Event event) implements LogRecord {}

  /** The event is kept and not served. */
  record Held(long seq, Event event) implements LogRecord {}

  /** A held event is served from now on. */
  record Released(long seq, Event event) implements LogRecord {}

  /** Refs or HEAD of a repository have changed. */
  record RefsMoved(long seq, RepoAddress repository) implements LogRecord {}

  /**
   * Something that belongs to a family has changed: events, waits, refs, pushes, submissions,
   * packs, ended repositories. Its number is the family's version. A newer record takes its place.
   */
  record FamilyChanged(long seq, Identifier family) implements LogRecord {}

  /** The operator's bans have changed: what memory knows of them is read again. */
  record BansChanged(long seq) implements LogRecord {}

  /** The event is gone from all indexes. */
  record Removed(long seq, EventId id, long createdAt, int kind, PublicKey author, Removal why)
      implements LogRecord {}
}
