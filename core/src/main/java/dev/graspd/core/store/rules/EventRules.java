package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.LogEntry;
import dev.graspd.core.store.row.LogRows;
import dev.graspd.core.store.row.RepositoryRows;
import dev.graspd.core.store.row.Rows;
import org.jspecify.annotations.Nullable;

/**
 * The rows that come and go with an event: its number and its record in the log, the version of its
 * family, its wait, its bytes in the room of strangers.
 */
final class EventRules {
  private final EventRows rows;
  private final LogRows log;
  private final RepositoryRows repositories;
  private final StrangerRules strangers;
  private final FamilyVersions families;
  private final int removalsKept;

  EventRules(Rows rows, StrangerRules strangers, FamilyVersions families, int removalsKept) {
    this.rows = rows.events();
    this.log = rows.log();
    this.repositories = rows.repositories();
    this.strangers = strangers;
    this.families = families;
    this.removalsKept = removalsKept;
  }

  @Nullable LogEntry find(EventId id) {
    return rows.find(id);
  }

  /** Returns the entry of a served or held event; one that is set aside counts as not here. */
  @Nullable LogEntry here(EventId id) {
    LogEntry entry = rows.find(id);
    return entry != null && entry.life().isHere() ? entry : null;
  }

  Event event(long seq) {
    return rows.present(seq).event();
  }

  KeptEvent read(long seq) {
    return KeptEvent.of(seq, rows.present(seq));
  }

  /** Adds an event and returns its number. */
  long add(Event event, Life life, long dormantUntil) {
    long seq = log.nextSeq();
    long due = Math.min(event.expiration().orElse(EventRows.NEVER), dormantUntil);
    rows.put(event, new LogEntry(life, seq), due);
    if (life.isHere()) {
      families.touch(event);
    }
    return seq;
  }

  /** Takes an event out of all tables, without a record in the log. */
  void drop(KeptEvent kept) {
    Event event = kept.event();
    Life life = kept.entry().life();
    rows.delete(event, kept.entry(), kept.due());
    if (life.isHere()) {
      families.touch(event);
    }
    if (!life.isServed()) {
      endWait(event.id());
    }
    if (event.kind() == Kinds.GRASP_LIST) {
      strangers.forget(kept.entry().seq());
    }
  }

  private void endWait(EventId held) {
    Waiting row = repositories.waiting(held);
    if (row != null) {
      families.touch(row.until().home());
      repositories.deleteWaiting(row);
    }
  }

  /** Takes an event out of all tables and writes that into the log. */
  void remove(KeptEvent kept, Removal why) {
    drop(kept);
    logRemoval(kept.event(), why);
  }

  void logRemoval(Event event, Removal why) {
    families.touchRemoved(event);
    log.put(
        new LogRecord.Removed(
            log.nextSeq(), event.id(), event.createdAt(), event.kind(), event.author(), why));
    log.trim(removalsKept);
  }

  /** Logs that refs have moved; returns the number in the log. */
  long logMove(RepoAddress repository) {
    long seq = log.nextSeq();
    log.put(new LogRecord.RefsMoved(seq, repository));
    log.trim(removalsKept);
    return seq;
  }

  void logBans() {
    log.put(new LogRecord.BansChanged(log.nextSeq()));
    log.trim(removalsKept);
  }
}
