package dev.graspd.server.talk;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.list.RowEvents;
import dev.graspd.core.talk.member.Members;
import dev.graspd.core.talk.thread.SeriesBeginning;
import dev.graspd.core.talk.thread.ThreadEvents;
import dev.graspd.core.talk.thread.Threads;
import dev.graspd.server.base.LogTail;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Lists of threads, for each repository that somebody asked for. A list is read from the store when
 * it is first needed; afterwards the log says which threads have changed, and only these are read
 * again. A change of members reads all of them (W-49). Thread-safe.
 */
public final class TalkIndex {
  /** The least that one list may take, however small the memory is, in bytes. */
  static final long LIST_BYTES_MIN = 4 << 20;

  /** One list takes at most this part of the whole memory. */
  private static final int ONE_LIST_PART = 2;

  /** Beyond this many changed threads all are read: that asks the store less often. */
  private static final int READ_AGAIN_MAX = 1_000;

  /** Log records after which lists are read again, rather than the log. */
  private static final int BEHIND_MAX = 20_000;

  /** The texts of one thread that are read for its page, in characters. */
  private static final long THREAD_CHARS_MAX = 16 << 20;

  private static final int STRIPES = 64;

  private final EventStore store;
  private final Function<RepoAddress, Members> members;
  private final MergedTips merges;
  private final LongSupplier nowSeconds;
  private final long listBytesMax;
  private final Cache<RepoAddress, Entry> kept;
  private final LogTail log;
  private final ReentrantLock owner = new ReentrantLock();
  private final List<Lock> reading;

  /**
   * Reads nothing yet.
   *
   * @param members who speaks for a repository; may read the store
   * @param merges which pull requests the default branch has
   * @param bytesMax memory for lists that are kept
   */
  public TalkIndex(
      EventStore store,
      Function<RepoAddress, Members> members,
      MergedTips merges,
      LongSupplier nowSeconds,
      long bytesMax) {
    this.store = store;
    this.members = members;
    this.merges = merges;
    this.nowSeconds = nowSeconds;
    this.listBytesMax = Math.max(LIST_BYTES_MIN, bytesMax / ONE_LIST_PART);
    this.kept =
        Caffeine.newBuilder()
            .maximumWeight(bytesMax)
            .<RepoAddress, Entry>weigher((_, entry) -> entry.weight)
            .executor(Runnable::run)
            .build();
    this.log = LogTail.ofNew(store);
    this.reading = Stream.<Lock>generate(ReentrantLock::new).limit(STRIPES).toList();
  }

  /**
   * The rows of a repository, guarded by the lock of the index. The lock is never held while
   * threads are read.
   */
  private static final class Entry {
    private final ThreadRows rows;
    private final int weight;
    private boolean isFamilyChanged;

    Entry(ThreadRows rows) {
      this.rows = rows;
      this.weight = (int) Math.min(Integer.MAX_VALUE, Math.max(1, rows.bytes()));
    }
  }

  /** Returns the threads of a repository. */
  @Blocking
  public ThreadList of(RepoAddress repository) {
    Lock lock = reading.get(Math.floorMod(repository.hashCode(), STRIPES));
    lock.lock();
    try {
      Members now = members.apply(repository);
      Optional<ThreadRows> rows = owned(() -> followed(now));
      ThreadRows current = rows.isPresent() ? again(rows.get()) : first(now);
      MergedTips.Found merged =
          merges.among(repository, owned(current::tips), owned(current::merged));
      return owned(() -> current.list(merged));
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many threads are open, if nothing must be read for that: for event loops. */
  public Optional<ThreadList.Counts> openAtOnce(RepoAddress repository) {
    if (!owner.tryLock()) {
      return Optional.empty();
    }
    try {
      Entry entry = kept.getIfPresent(repository);
      return entry == null || !log.isAtEnd() || entry.isFamilyChanged || entry.rows.isDirty()
          ? Optional.empty()
          : entry.rows.known().map(ThreadList::open);
    } finally {
      owner.unlock();
    }
  }

  /**
   * One thread with all texts.
   *
   * @param isCut whether there is more of it than can be read
   */
  public record Found(ThreadEvents thread, Members members, boolean isCut) {}

  /**
   * Reads a thread by its root; empty if the repository has no such thread. A later patch of a
   * series begins none: {@link #beginning} tells what does.
   */
  @Blocking
  public Optional<Found> thread(RepoAddress repository, EventId root) {
    if (!beginning(repository, root).equals(Optional.of(root))) {
      return Optional.empty();
    }
    Members now = members.apply(repository);
    TalkEvents events =
        new TalkEvents(
            store, TalkEvents.OTHERS, event -> event, TalkIndex::chars, THREAD_CHARS_MAX);
    events.ofThreads(List.of(root));
    SortedMap<EventId, ThreadEvents> threads = Threads.ofRead(events.found(), now);
    return Optional.ofNullable(threads.get(root))
        .map(thread -> new Found(thread, now, events.isCut()));
  }

  /**
   * Returns the event that begins the thread of an event which could begin one: a later patch of a
   * series is in the thread of the first. Empty if it is nothing of the kind.
   */
  @Blocking
  public Optional<EventId> beginning(RepoAddress repository, EventId id) {
    return store
        .served(id)
        .flatMap(TalkReader::read)
        .filter(Root.class::isInstance)
        .map(Root.class::cast)
        .map(root -> root.patch().isEmpty() ? root : beginning(repository, root))
        .map(TalkEvent::id);
  }

  private Root beginning(RepoAddress repository, Root patch) {
    Members now = members.apply(repository);
    return SeriesBeginning.of(
        patch,
        before -> store.served(before).flatMap(TalkReader::read),
        root -> root.repositories().stream().anyMatch(now::share));
  }

  private static long chars(TalkEvent event) {
    long text =
        switch (event) {
          case TalkEvent.Root root -> root.content().length();
          case TalkEvent.Comment comment -> comment.content().length();
          case TalkEvent.StatusChange change -> change.content().length();
          case TalkEvent.CoverNote note -> note.content().length();
          case TalkEvent.Review review -> review.content().length();
          case TalkEvent.Reaction reaction -> reaction.content().length();
          case TalkEvent.Update _, TalkEvent.Labelling _, TalkEvent.Zap _ -> 0;
        };
    return text + RowEvents.bytes(event);
  }

  // ---- the log

  /** Follows the log, so that the next who asks need not. */
  public void keepUp() {
    owner.lock();
    try {
      long last = store.lastSeq();
      if (kept.asMap().isEmpty() || last - log.position() > BEHIND_MAX) {
        kept.invalidateAll();
        log.skipTo(last);
      } else {
        log.readTo(last, this::note);
      }
    } finally {
      owner.unlock();
    }
  }

  private void note(LogRecord record) {
    if (record instanceof LogRecord.FamilyChanged(_, var family)) {
      kept.asMap()
          .forEach((repository, entry) ->
              entry.isFamilyChanged |= family.equals(repository.identifier()));
    } else {
      // Read once, however many lists there are.
      ThreadChange.of(record)
          .ifPresent(change -> kept.asMap().values().forEach(entry -> entry.rows.note(change)));
    }
  }

  /** Returns the rows of a repository, if they are of these members. */
  private Optional<ThreadRows> followed(Members now) {
    keepUp();
    Entry entry = kept.getIfPresent(now.repository());
    if (entry == null || !entry.rows.members().equals(now)) {
      return Optional.empty();
    }
    entry.isFamilyChanged = false;
    entry.rows.note(nowSeconds.getAsLong());
    return Optional.of(entry.rows);
  }

  // ---- reading

  private ThreadRows first(Members now) {
    long began = owned(log::position);
    TalkEvents events = rowEvents();
    events.ofRepository(now);
    ThreadRows rows = new ThreadRows(now, events.isCut());
    rows.take(List.of(), events.found(), this::since, nowSeconds.getAsLong());
    return noted(rows, began) ? again(rows) : rows;
  }

  /** Reads the threads again that have changed. */
  private ThreadRows again(ThreadRows rows) {
    long began = owned(log::position);
    SortedSet<EventId> dirty = owned(rows::takeDirty);
    if (dirty.isEmpty()) {
      return rows;
    }
    if (dirty.size() > READ_AGAIN_MAX) {
      return first(rows.members());
    }
    TalkEvents events = rowEvents();
    events.ofThreads(dirty);
    boolean _ =
        owned(() -> {
          rows.take(dirty, events.found(), this::since, nowSeconds.getAsLong());
          return true;
        });
    return noted(rows, began) ? again(rows) : rows;
  }

  private TalkEvents rowEvents() {
    return new TalkEvents(
        store, TalkEvents.OTHERS_IN_LISTS, RowEvents::of, RowEvents::bytes, listBytesMax);
  }

  /**
   * Returns when an event came; of one that came before such times were kept, when it was signed.
   */
  private long since(EventHead event) {
    return store.arrival(event.id()).stream()
        .mapToLong(arrival ->
            switch (arrival) {
              case Arrival.Within(var minute, _) -> minute;
              case Arrival.Before(var minute) -> Math.min(minute, event.createdAt());
            })
        .findFirst()
        .orElseGet(event::createdAt);
  }

  /** What rows need of the log between two readings of the store. */
  private <T> T owned(Supplier<T> work) {
    owner.lock();
    try {
      return work.get();
    } finally {
      owner.unlock();
    }
  }

  /**
   * Keeps rows, and lets them learn what the log has reported since they were read. Returns whether
   * that changes them.
   */
  private boolean noted(ThreadRows rows, long began) {
    return owned(() -> {
      new LogTail(store, began)
          .readTo(
              Math.max(began, log.position()),
              record -> ThreadChange.of(record).ifPresent(rows::note));
      kept.put(rows.members().repository(), new Entry(rows));
      return rows.isDirty();
    });
  }
}
