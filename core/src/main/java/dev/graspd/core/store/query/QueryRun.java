package dev.graspd.core.store.query;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.blocking.Blocking;
import java.util.List;

/**
 * A query in slices, so that none holds a transaction while a socket is slow. Used by one thread at
 * a time; holds nothing between slices.
 */
@Blocking
public interface QueryRun {
  /** Returns the last log number whose event the run may see. Live delivery starts after it. */
  long snapshotSeq();

  /**
   * Continues until this much work is done (one unit is about one index entry read) or this many
   * bytes of events are found or the end is reached.
   */
  Slice next(int maxWork, int maxBytes);

  /** Returns the work done so far, planning included. */
  long workDone();

  /** A part of the answer. */
  record Slice(List<Found> events, End end) {
    public Slice {
      events = List.copyOf(events);
    }
  }

  /** One event of the answer: its JSON text as stored. */
  record Found(EventId id, long createdAt, byte[] json) {}

  /** Whether there is more to come. */
  enum End {
    /** Call again. */
    MORE,
    /** A limit was reached and older matches exist (or may exist). */
    LIMITED,
    /** Every stored match was given. */
    COMPLETE
  }
}
