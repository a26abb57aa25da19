package dev.graspd.server.ban;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.ban.Bans;
import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.server.base.LogTail;

/**
 * The bans of now, in memory: for events that are never stored, and for those that are on their way
 * to subscribers. Events that are stored are checked in the transaction. Each question reads the
 * log to its end first, so it knows every ban that was answered, whichever server on this store got
 * the order. Thread-safe.
 */
public final class CurrentBans {
  private final EventStore store;
  private final LogTail log;
  private volatile Bans bans;

  /** The bans are those of this number in the log, or of a later one. */
  private volatile long knownSeq;

  public CurrentBans(EventStore store) {
    this.store = store;
    this.log = LogTail.ofNew(store);
    this.knownSeq = log.position();
    this.bans = Bans.of(store.bans().all());
  }

  @Blocking
  public boolean keepsOut(Event event) {
    if (knownSeq < store.lastSeq()) {
      follow();
    }
    return bans.against(event).isPresent();
  }

  private synchronized void follow() {
    long last = store.lastSeq();
    if (last - log.position() > EventStore.REMOVALS_KEPT) {
      // The log may have lost the record of a change.
      bans = Bans.of(store.bans().all());
      log.skipTo(last);
    }
    log.readTo(
        last,
        record -> {
          if (record instanceof LogRecord.BansChanged) {
            bans = Bans.of(store.bans().all());
          }
        });
    knownSeq = Math.max(knownSeq, last);
  }
}
