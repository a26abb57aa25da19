package dev.graspd.server.store.lmdb;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Unwanted;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Reads the rows of what sync need not bring, and tells which do not fit together. */
final class UnwantedRowsCheck {
  private final ReadSession session;
  private final Consumer<String> problem;

  UnwantedRowsCheck(ReadSession session, Consumer<String> problem) {
    this.session = session;
    this.problem = problem;
  }

  /** A store of earlier servers may be without these tables. */
  void run() {
    boolean found = session.has(Table.UNWANTED) && session.first(Table.UNWANTED);
    for (int number = 1; found; number++) {
      try {
        check(session.foundKey(Table.UNWANTED), session.foundValue(Table.UNWANTED));
      } catch (RuntimeException e) {
        problem.accept("row %d of table UNWANTED cannot be read: %s".formatted(number, e));
      }
      found = session.next(Table.UNWANTED);
    }
    compareCounts();
  }

  private void check(ByteBuffer key, ByteBuffer value) {
    EventId id = Keys.eventId(key, 0);
    Unwanted row = UnwantedRows.read(id, value);
    IdEntry entry = session.find(id);
    if (entry != null && entry.life().isHere()) {
      problem.accept("event " + id + " is not wanted and here");
    }
    UnwantedRows.putAgeKey(session.key(), row);
    if (session.get(UnwantedRows.agesOf(row.why())) == null) {
      problem.accept("event " + id + " is not wanted and would never be forgotten");
    }
  }

  private void compareCounts() {
    long rows = entries(Table.UNWANTED);
    long ages = entries(Table.UNWANTED_REMOVED) + entries(Table.UNWANTED_REFUSED);
    if (rows != ages) {
      problem.accept("%d events are not wanted, and %d have an age".formatted(rows, ages));
    }
  }

  private long entries(Table table) {
    return session.has(table) ? session.entries(table) : 0;
  }
}
