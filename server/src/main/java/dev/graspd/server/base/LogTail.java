package dev.graspd.server.base;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import java.util.List;

/**
 * A position in the store's log, from which one reader continues. A reader that throws gets the
 * same record again. For one thread; all may read the position.
 */
public final class LogTail {
  /** Log records read at a time. */
  static final int BATCH = 256;

  private final EventStore store;
  private volatile long position;

  /** Starts after this log number. */
  public LogTail(EventStore store, long afterSeq) {
    this.store = store;
    this.position = afterSeq;
  }

  /** Starts with the records that come from now on. */
  public static LogTail ofNew(EventStore store) {
    return new LogTail(store, store.lastSeq());
  }

  /** Takes one record. */
  public interface Reader<E extends Exception> {
    void pass(LogRecord record) throws E;
  }

  /** Passes all records of the log to the reader. */
  public <E extends Exception> void read(Reader<E> reader) throws E {
    readTo(store.lastSeq(), reader);
  }

  /** Passes all records up to this number, which the log must have reached. */
  public <E extends Exception> void readTo(long until, Reader<E> reader) throws E {
    boolean more = readSome(until, reader);
    while (more) {
      more = readSome(until, reader);
    }
  }

  /** Passes one batch of records up to this number; returns whether there may be more. */
  public <E extends Exception> boolean readSome(long until, Reader<E> reader) throws E {
    if (position >= until) {
      return false;
    }
    List<LogRecord> records = store.tail(position, (int) Math.min(BATCH, until - position));
    for (LogRecord record : records) {
      if (record.seq() > until) {
        break;
      }
      reader.pass(record);
      position = record.seq();
    }
    if (records.isEmpty() || records.getLast().seq() > until) {
      // The records before this number have left the log.
      position = until;
    }
    return position < until;
  }

  /** Returns whether the log has nothing new. */
  public boolean isAtEnd() {
    return position >= store.lastSeq();
  }

  /** Returns the number up to which records were passed. */
  public long position() {
    return position;
  }

  /** Leaves out the records up to this number: the reader has what they tell from elsewhere. */
  public void skipTo(long seq) {
    position = Math.max(position, seq);
  }

  /** Passes the records after this number again, if they were passed already. */
  public void goBackTo(long seq) {
    position = Math.min(position, seq);
  }
}
