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
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the log from disk: the events in the order of their numbers, and between them the other
 * records.
 */
public record LogReader(ReadSession session, long lastSeq) {
  private static final List<Table> PARTS = List.of(Table.EVENTS, Table.LOG, Table.FAMILY_LOG);

  /** Parsed events that are read at once, unless the first one alone is larger. */
  private static final long HEAP_BYTES_MAX = 8 << 20;

  /** Returns at most this many records, fewer if they are large; none only at the end. */
  public List<LogRecord> tail(long afterSeq, int max) {
    List<LogRecord> records = new ArrayList<>();
    long heapBytes = 0;
    SortedMap<Long, Table> next = new TreeMap<>();
    for (Table table : PARTS) {
      session.key().putLong(afterSeq + 1);
      if (session.seek(table, this)) {
        next.put(seq(table), table);
      }
    }
    while (records.size() < max
        && heapBytes < HEAP_BYTES_MAX
        && !next.isEmpty()
        && next.firstKey() <= lastSeq) {
      Table table = next.pollFirstEntry().getValue();
      heapBytes += add(records, table);
      if (session.next(table)) {
        next.put(seq(table), table);
      }
    }
    return records;
  }

  /** Adds the record at the cursor of a table; returns its heap bytes if they matter. */
  private long add(List<LogRecord> records, Table table) {
    switch (table) {
      case EVENTS -> {
        return addEvent(records);
      }
      case LOG -> records.add(OtherRecord.read(seq(table), session.foundValue(table)));
      case FAMILY_LOG -> records.add(LmdbFamilyRows.read(seq(table), session.foundValue(table)));
      default -> throw new IllegalArgumentException("no part of the log: " + table);
    }
    return 0;
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
    records.add(record.life().record(seq(Table.EVENTS), event));
    return HeapBytes.of(event);
  }

  /** Returns the number of the last record, 0 if there is none. */
  public static long lastSeq(ReadSession session) {
    long last = 0;
    for (Table table : PARTS) {
      if (session.last(table)) {
        last = Math.max(last, session.foundKey(table).getLong(0));
      }
    }
    return last;
  }
}
