package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.LogRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the log from disk: the events in the order of their numbers, and between them the records
 * that are no events.
 */
final class LogReader {
  /**
   * Bytes of event text in one answer, but for its last event; parsed it takes several times that.
   */
  private static final int TEXT_BYTES_MAX = 1 << 20;

  private final ReadSession session;
  private final long lastSeq;
  private int textBytes;

  LogReader(ReadSession session, long lastSeq) {
    this.session = session;
    this.lastSeq = lastSeq;
  }

  List<LogRecord> tail(long afterSeq, int max) {
    List<LogRecord> records = new ArrayList<>();
    boolean events = seek(Table.EVENTS, afterSeq);
    boolean others = seek(Table.LOG, afterSeq);
    while (records.size() < max && textBytes < TEXT_BYTES_MAX && (events || others)) {
      boolean eventIsNext = events && (!others || seq(Table.EVENTS) < seq(Table.LOG));
      Table table = eventIsNext ? Table.EVENTS : Table.LOG;
      if (seq(table) > lastSeq) {
        break;
      }
      if (eventIsNext) {
        addEvent(records);
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

  private void addEvent(List<LogRecord> records) {
    EventRecord record = new EventRecord(session.foundValue(Table.EVENTS));
    if (record.life().isHere()) {
      textBytes += record.bytes().limit();
      records.add(EventRows.logRecord(seq(Table.EVENTS), record.event(), record.life()));
    }
  }

  /** Returns the number of the last record, 0 if there is none. */
  static long lastSeq(ReadSession session) {
    long event = session.last(Table.EVENTS) ? session.foundKey(Table.EVENTS).getLong(0) : 0;
    long other = session.last(Table.LOG) ? session.foundKey(Table.LOG).getLong(0) : 0;
    return Math.max(event, other);
  }
}
