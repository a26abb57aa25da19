package dev.graspd.server.peers;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.server.base.ForeignEvents;
import dev.graspd.server.base.LogTail;
import dev.graspd.server.base.WorkerThread;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the sync machine about families and roots: at first the families that name other servers,
 * from the store's index of hosts, then what the log adds, and in between what the machine asks
 * for. A family that names this server alone is told only if there are relays at which every
 * repository is followed. All of it is read from the store by one thread, which keeps nothing, so
 * what it tells only gets newer. It waits when the mailbox is full; if it falls so far behind that
 * removals may have left the log, it begins again.
 */
public final class LogFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);

  private final EventStore store;
  private final Reading reading;
  private final FamilyEvents families;
  private final FamilyConclusion conclusion;
  private final LogTranslation translation;
  private final int removalsKept;
  private final ReadRequests requests;
  private final Mailbox mailbox;
  private final LogTail log;
  private final WorkerThread thread = new WorkerThread("sync-log", this::run);

  /** The last record at the start of reading; removals up to it do not matter. */
  private long begunAt;

  private boolean isReading = true;

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

  public LogFollower(EventStore store, Reading reading, ReadRequests requests, Mailbox mailbox) {
    this(store, reading, requests, mailbox, EventStore.REMOVALS_KEPT);
  }

  /** For tests: with a smaller bound on the removals in the log. */
  LogFollower(
      EventStore store, Reading reading, ReadRequests requests, Mailbox mailbox, int removalsKept) {
    this.store = store;
    this.reading = reading;
    this.log = new LogTail(store, 0);
    this.families = new FamilyEvents(store, reading.foreign().repositories());
    this.conclusion = new FamilyConclusion(reading);
    this.translation =
        new LogTranslation(announcement ->
            reading.followsAll() || !reading.relaysOf().apply(announcement).isEmpty());
    this.requests = requests;
    this.mailbox = mailbox;
    this.removalsKept = removalsKept;
  }

  public void start() {
    begin();
    store.onCommit(requests.signal()::give);
    thread.start();
    requests.signal().give();
  }

  private void run() throws InterruptedException {
    try {
      while (true) {
        requests.signal().await();
        round();
      }
    } catch (StorageException e) {
      LOG.debug("following the log ends with the store", e);
    } catch (RuntimeException e) {
      LOG.error("sync does not follow new repositories until the next start", e);
    }
  }

  private void round() throws InterruptedException {
    long until = store.lastSeq();
    if (isReading) {
      readStore();
    }
    answer();
    while (log.position() < until) {
      if (store.lastSeq() - Math.max(log.position(), begunAt) > removalsKept) {
        LOG.info("sync fell behind the log and reads the store again");
        begin();
        mailbox.put(new SyncInput.LogLost());
        readStore();
        until = begunAt;
      }
      boolean _ = log.readSome(until, this::pass);
      tellChanged();
      answer();
    }
    if (isReading) {
      isReading = false;
      mailbox.put(new SyncInput.LogRead());
    }
    if (log.isAtEnd()) {
      translation.atEnd();
    }
  }

  private void begin() {
    begunAt = store.lastSeq();
    isReading = true;
    log.skipTo(begunAt);
  }

  private void pass(LogRecord record) throws InterruptedException {
    Optional<SyncInput> input = translation.on(record);
    if (input.isPresent()) {
      mailbox.put(input.get());
    }
  }

  private void tellChanged() throws InterruptedException {
    for (Identifier family : translation.takeChanged()) {
      tell(family);
    }
  }

  // ---- what the store has

  /** Every family that names another server; those with many announcements more than once. */
  private void readStore() throws InterruptedException {
    RecentFamilies told = new RecentFamilies();
    ForeignEvents.Reader<InterruptedException> reader =
        (event, _) -> {
          Optional<Identifier> family = Announcement.of(event).map(Announcement::identifier);
          if (family.filter(told::add).isPresent()) {
            SyncInput.Family wanted = read(family.get());
            if (!wanted.repositories().isEmpty()) {
              mailbox.put(wanted);
            }
          }
        };
    reading.foreign().forEach(reader);
    if (reading.followsAll()) {
      families.forEachAnnouncement(reader);
    }
  }

  private void tell(Identifier family) throws InterruptedException {
    mailbox.put(read(family));
  }

  /** An event that is released between the two reads is in both of them, and not in none. */
  private SyncInput.Family read(Identifier family) {
    List<Announcement> held = families.held(family);
    return conclusion.of(family, held, families.served(family));
  }

  // ---- what the machine asks for

  private void answer() throws InterruptedException {
    SyncAction.@Nullable Read request = requests.next();
    while (request != null) {
      switch (request) {
        case SyncAction.ReadFamilies(var relay, var number, var names) -> {
          for (Identifier family : names) {
            tell(family);
          }
          mailbox.put(new SyncInput.FamiliesRead(relay, number));
        }
        case SyncAction.ReadFamily(var family) -> tell(family);
        case SyncAction.ReadRoots(var repositories, var known) -> {
          for (RepoAddress repository : repositories) {
            for (SyncInput root : families.roots(repository)) {
              mailbox.put(root);
            }
          }
          tellGone(known);
        }
      }
      request = requests.next();
    }
  }

  private void tellGone(SortedSet<EventId> known) throws InterruptedException {
    for (EventId root : known) {
      if (store.known(root) != Known.SERVED) {
        mailbox.put(new SyncInput.RootGone(root));
      }
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
