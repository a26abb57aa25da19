package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.store.LogRecord;
import dev.graspd.server.store.lmdb.table.EventRecord;
import dev.graspd.server.store.lmdb.table.OtherRecord;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the log from disk: the events in the order of their numbers, and between them the other
 * records.
 */
public record LogReader(ReadSession session, long lastSeq) {
  /** Parsed events that are read at once, unless the first one alone is larger. */
  private static final long HEAP_BYTES_MAX = 8 << 20;

  /** Returns at most this many records, fewer if they are large; none only at the end. */
  public List<LogRecord> tail(long afterSeq, int max) {
    List<LogRecord> records = new ArrayList<>();
    long heapBytes = 0;
    boolean events = seek(Table.EVENTS, afterSeq);
    boolean others = seek(Table.LOG, afterSeq);
    while (records.size() < max && heapBytes < HEAP_BYTES_MAX && (events || others)) {
      boolean eventIsNext = events && (!others || seq(Table.EVENTS) < seq(Table.LOG));
      Table table = eventIsNext ? Table.EVENTS : Table.LOG;
      if (seq(table) > lastSeq) {
        break;
      }
      if (eventIsNext) {
        heapBytes += addEvent(records);
        events = session.next(Table.EVENTS);
      } else {
        records.add(OtherRecord.read(seq(Table.LOG), session.foundValue(Table.LOG)));
        others = session.next(Table.LOG);
      }
    }
    return records;
  }

  private boolean seek(Table table, long afterSeq) {
    session.key().putLong(afterSeq + 1);
    return session.seek(table, this);
  }

  private long seq(Table table) {
    return session.foundKey(table).getLong(0);
  }

  /** Adds an event; returns its heap bytes. */
  private long addEvent(List<LogRecord> records) {
    EventRecord record = new EventRecord(session.foundValue(Table.EVENTS));
    if (!record.life().isHere()) {
      return 0;
    }
    Event event = record.event();
    records.add(EventRows.logRecord(seq(Table.EVENTS), event, record.life()));
    return HeapBytes.of(event);
  }

  /** Returns the number of the last record, 0 if there is none. */
  public static long lastSeq(ReadSession session) {
    long event = session.last(Table.EVENTS) ? session.foundKey(Table.EVENTS).getLong(0) : 0;
    long other = session.last(Table.LOG) ? session.foundKey(Table.LOG).getLong(0) : 0;
    return Math.max(event, other);
  }
}
