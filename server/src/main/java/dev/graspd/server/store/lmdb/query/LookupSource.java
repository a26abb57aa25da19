package dev.graspd.server.store.lmdb.query;

import dev.graspd.core.nostr.EventId;
import dev.graspd.server.store.lmdb.table.IdEntry;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Row;
import java.util.Iterator;
import java.util.PriorityQueue;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Events by id, brought into order. */
final class LookupSource implements RowSource {
  private final Window window;
  private final Iterator<EventId> left;
  private final PriorityQueue<Row> found = new PriorityQueue<>();

  LookupSource(SortedSet<EventId> ids, Window window) {
    this.window = window;
    this.left = ids.iterator();
  }

  @Override
  public boolean isExhausted() {
    return !left.hasNext() && found.isEmpty();
  }

  @Override
  public @Nullable Row next(ReadSession session, ScanCost work) {
    while (left.hasNext()) {
      if (work.isSpent()) {
        return null;
      }
      work.add(1);
      look(left.next(), session);
    }
    return found.poll();
  }

  private void look(EventId id, ReadSession session) {
    IdEntry entry = session.find(id);
    if (entry != null && entry.life().isServed() && window.contains(entry.createdAt())) {
      found.add(new Row(entry.createdAt(), id, entry.seq(), entry.expiration()));
    }
  }
}
