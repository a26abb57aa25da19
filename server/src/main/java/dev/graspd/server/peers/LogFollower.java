package dev.graspd.server.peers;

import dev.graspd.core.repo.Announcement;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncInput;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the store's log from its start and tells the sync machine what it means. A thread of its
 * own does this and waits when the mailbox is full; if it falls so far behind that removals may
 * have left the log, it reads the log from its start again.
 */
public final class LogFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);

  /** Log records read at a time. */
  private static final int BATCH = 256;

  private final EventStore store;
  private final LogTranslation translation;
  private final int removalsKept;
  private final Mailbox mailbox;
  private final Semaphore signal = new Semaphore(0);
  private final Thread thread = Thread.ofPlatform().daemon().name("sync-log").unstarted(this::run);

  /** The last record that was passed. Owned by the thread. */
  private long position;

  /** The last record that there was when the log was begun; removals up to it do not matter. */
  private long begunAt;

  private boolean isReading = true;
  private boolean wasRead;

  /** Takes what the log means; may wait for room. */
  public interface Mailbox {
    void put(SyncInput input) throws InterruptedException;
  }

  /** What announcements mean here: whether a repository is kept, and which relays it names. */
  public record Reading(
      Predicate<Announcement> keepsRepository, Function<Announcement, List<RelayUrl>> relaysOf) {}

  public LogFollower(EventStore store, Reading reading, Mailbox mailbox) {
    this(store, reading, mailbox, EventStore.REMOVALS_KEPT);
  }

  /** A smaller bound on the removals in the log makes it testable. */
  LogFollower(EventStore store, Reading reading, Mailbox mailbox, int removalsKept) {
    this.store = store;
    this.translation = new LogTranslation(reading.keepsRepository(), reading.relaysOf());
    this.mailbox = mailbox;
    this.removalsKept = removalsKept;
  }

  public void start() {
    begunAt = store.lastSeq();
    store.onCommit(signal::release);
    thread.start();
    signal.release();
  }

  private void run() {
    try {
      while (true) {
        signal.acquire();
        signal.drainPermits();
        round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StorageException e) {
      LOG.debug("following the log ends with the store", e);
    } catch (RuntimeException e) {
      LOG.error("sync hears nothing of new repositories any more, until the next start", e);
    }
  }

  /**
   * Passes the log up to the number that was last when the round began: an end of a transaction, so
   * that whatever replaces something is passed with it.
   */
  private void round() throws InterruptedException {
    long until = store.lastSeq();
    while (position < until) {
      if (store.lastSeq() - Math.max(position, begunAt) > removalsKept) {
        beginAgain();
        until = begunAt;
      }
      pass(until);
    }
    caughtUp();
  }

  private void pass(long until) throws InterruptedException {
    List<LogRecord> records = store.tail(position, BATCH);
    // Without a record up to there, the last ones have left the log meanwhile.
    position = records.isEmpty() ? until : Math.min(until, records.getLast().seq());
    for (LogRecord record : records) {
      if (record.seq() <= until) {
        tell(translation.on(record));
      }
    }
  }

  private void beginAgain() {
    LOG.info("sync fell behind the log and reads it again");
    position = 0;
    begunAt = store.lastSeq();
    isReading = true;
    translation.beginAgain();
  }

  private void caughtUp() throws InterruptedException {
    if (isReading) {
      isReading = false;
      tell(translation.readAgain());
    }
    tell(translation.caughtUp());
    if (!wasRead) {
      wasRead = true;
      mailbox.put(new SyncInput.LogRead());
    }
  }

  private void tell(List<SyncInput> inputs) throws InterruptedException {
    for (SyncInput input : inputs) {
      mailbox.put(input);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
