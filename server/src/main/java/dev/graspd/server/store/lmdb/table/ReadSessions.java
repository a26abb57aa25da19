package dev.graspd.server.store.lmdb.table;

import dev.graspd.server.base.EventLoops;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/**
 * The pool of read transactions. LMDB must not be closed under a reader, so closing waits for those
 * that are out; they are out for milliseconds only.
 */
public final class ReadSessions {
  private final Tables tables;
  private final int readersMax;
  private final Semaphore permits;
  private final ConcurrentLinkedDeque<ReadSession> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  public ReadSessions(Tables tables, int readersMax) {
    this.tables = tables;
    this.readersMax = readersMax;
    this.permits = new Semaphore(readersMax);
  }

  /** Takes a session that sees the last commit. Waits while too many are out. */
  public ReadSession open() {
    EventLoops.requireElsewhere();
    permits.acquireUninterruptibly();
    try {
      if (closed) {
        throw LmdbFaults.closed();
      }
      ReadSession pooled = idle.pollFirst();
      ReadSession session = pooled != null ? pooled : new ReadSession(tables, this);
      session.begin();
      return session;
    } catch (RuntimeException e) {
      permits.release();
      throw e;
    }
  }

  void giveBack(ReadSession session) {
    idle.addFirst(session);
    permits.release();
  }

  /** Waits for the sessions that are out; returns whether this call has closed the pool. */
  public boolean close() {
    boolean first = !closed;
    closed = true;
    permits.acquireUninterruptibly(readersMax);
    idle.forEach(ReadSession::destroy);
    idle.clear();
    permits.release(readersMax);
    return first;
  }
}
