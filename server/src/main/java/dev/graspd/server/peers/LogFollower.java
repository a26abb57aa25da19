package dev.graspd.server.peers;

import dev.graspd.core.repo.Announcement;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.server.base.ForeignEvents;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.base.Signal;
import dev.graspd.server.base.WorkerThread;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the sync machine about repositories and roots: at first those that name other servers, from
 * the store's index of hosts, then what the log adds. A repository that names this server alone is
 * told only if there are relays at which every repository is followed; its roots are not. Its own
 * thread waits when the mailbox is full; if it falls so far behind that removals may have left the
 * log, it begins again.
 */
public final class LogFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);

  private final EventStore store;
  private final Reading reading;
  private final FamilyEvents families;
  private final LogTranslation translation;
  private final int removalsKept;
  private final Mailbox mailbox;
  private final LogTail log;
  private final Signal signal = new Signal();
  private final WorkerThread thread = new WorkerThread("sync-log", this::run);

  /** The last record at the start of reading; removals up to it do not matter. */
  private long begunAt;

  private boolean isReading = true;
  private boolean wasRead;

  /** Takes an input for the sync machine; may wait for room. */
  public interface Mailbox {
    void put(SyncInput input) throws InterruptedException;
  }

  /**
   * Interprets announcements.
   *
   * @param keepsRepository whether a repository is hosted
   * @param relaysOf which other relays it names
   * @param foreign the events that name other servers
   * @param followsAll whether repositories that name no other relay are followed too
   */
  public record Reading(
      Predicate<Announcement> keepsRepository,
      Function<Announcement, List<RelayUrl>> relaysOf,
      ForeignEvents foreign,
      boolean followsAll) {}

  public LogFollower(EventStore store, Reading reading, Mailbox mailbox) {
    this(store, reading, mailbox, EventStore.REMOVALS_KEPT);
  }

  /** For tests: with a smaller bound on the removals in the log. */
  LogFollower(EventStore store, Reading reading, Mailbox mailbox, int removalsKept) {
    this.store = store;
    this.reading = reading;
    this.log = new LogTail(store, 0);
    this.families = new FamilyEvents(store, reading.foreign().repositories());
    this.translation = new LogTranslation(reading, families);
    this.mailbox = mailbox;
    this.removalsKept = removalsKept;
  }

  public void start() {
    begin();
    store.onCommit(signal::give);
    thread.start();
    signal.give();
  }

  private void run() throws InterruptedException {
    try {
      while (true) {
        signal.await();
        round();
      }
    } catch (StorageException e) {
      LOG.debug("following the log ends with the store", e);
    } catch (RuntimeException e) {
      LOG.error("sync does not follow new repositories until the next start", e);
    }
  }

  /**
   * Reads the log up to its last number at the start of the round: the end of a transaction, so
   * that a replacement is read together with the removal.
   */
  private void round() throws InterruptedException {
    long until = store.lastSeq();
    if (isReading) {
      readStore();
    }
    while (log.position() < until) {
      if (store.lastSeq() - Math.max(log.position(), begunAt) > removalsKept) {
        beginAgain();
        readStore();
        until = begunAt;
      }
      boolean _ = log.readSome(until, record -> tell(translation.on(record)));
    }
    caughtUp();
  }

  private void beginAgain() {
    LOG.info("sync fell behind the log and reads the store again");
    begin();
    translation.beginAgain();
  }

  private void begin() {
    begunAt = store.lastSeq();
    isReading = true;
    log.skipTo(begunAt);
  }

  /** What the log has told before, as far as it matters. */
  private void readStore() throws InterruptedException {
    translation.beginReading();
    reading.foreign().forEach((event, isServed) -> tell(translation.found(event, isServed)));
    if (reading.followsAll()) {
      families.forEachAnnouncement((event, isServed) -> tell(translation.found(event, isServed)));
    }
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
    thread.close();
  }
}
