package dev.graspd.server.talk;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.core.talk.member.Profile;
import dev.graspd.server.base.LogTail;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The profiles of people, for pages that name them. Read from the store when it is first needed; a
 * new or removed profile is forgotten when the log tells of it. Thread-safe.
 */
public final class NameBook {
  /** Heap for profiles that are kept. */
  public static final long BYTES_MAX = 4 << 20;

  /** An entry without its texts, about; also for a key without a profile. */
  private static final int ENTRY_BYTES = 250;

  private static final int SLICE_WORK = 1_000;
  private static final int SLICE_BYTES = 1 << 20;

  private final EventStore store;
  private final Cache<PublicKey, Profile> kept;
  private final LogTail log;
  private final ReentrantLock following = new ReentrantLock();

  /** Reads nothing yet. */
  public NameBook(EventStore store, long bytesMax) {
    this.store = store;
    this.kept =
        Caffeine.newBuilder()
            .maximumWeight(bytesMax)
            .<PublicKey, Profile>weigher((_, profile) -> weight(profile))
            .executor(Runnable::run)
            .build();
    this.log = LogTail.ofNew(store);
  }

  private static int weight(Profile profile) {
    return ENTRY_BYTES + 2 * (chars(profile.name()) + chars(profile.about()));
  }

  private static int chars(Optional<String> text) {
    return text.map(String::length).orElse(0);
  }

  /** Returns what a person says of itself. */
  @Blocking
  public Profile of(PublicKey key) {
    keepUp();
    return kept.get(key, this::read);
  }

  /** Returns the names of these people; those without one are left out. */
  @Blocking
  public SortedMap<PublicKey, String> names(Collection<PublicKey> keys) {
    keepUp();
    SortedMap<PublicKey, String> names = new TreeMap<>();
    for (PublicKey key : keys) {
      kept.get(key, this::read).name().ifPresent(name -> names.put(key, name));
    }
    return Collections.unmodifiableSortedMap(names);
  }

  /** Returns the same names if they are in memory: for event loops. */
  public Optional<SortedMap<PublicKey, String>> namesAtOnce(Collection<PublicKey> keys) {
    if (!isUpToDate()) {
      return Optional.empty();
    }
    SortedMap<PublicKey, String> names = new TreeMap<>();
    for (PublicKey key : keys) {
      @Nullable Profile profile = kept.getIfPresent(key);
      if (profile == null) {
        return Optional.empty();
      }
      profile.name().ifPresent(name -> names.put(key, name));
    }
    return Optional.of(Collections.unmodifiableSortedMap(names));
  }

  private boolean isUpToDate() {
    if (!following.tryLock()) {
      return false;
    }
    try {
      return log.isAtEnd();
    } finally {
      following.unlock();
    }
  }

  /** Follows the log, so that the next who asks need not. */
  public void keepUp() {
    following.lock();
    try {
      log.read(this::note);
    } finally {
      following.unlock();
    }
  }

  private void note(LogRecord record) {
    switch (record) {
      case LogRecord.Stored(_, var event) -> forget(event.kind(), event.author());
      case LogRecord.Released(_, var event) -> forget(event.kind(), event.author());
      case LogRecord.Removed removed -> forget(removed.kind(), removed.author());
      case LogRecord.Held _,
          LogRecord.RefsMoved _,
          LogRecord.FamilyChanged _,
          LogRecord.BansChanged _ -> {}
    }
  }

  /** Waits for a reader of the same key, so that an old profile is never kept. */
  private void forget(int kind, PublicKey author) {
    if (kind == Kinds.METADATA) {
      kept.invalidate(author);
    }
  }

  private Profile read(PublicKey key) {
    Filter filter = Filter.builder().kinds(Set.of(Kinds.METADATA)).authors(List.of(key)).build();
    QueryRun run = store.query(List.of(filter), 1);
    QueryRun.End end = QueryRun.End.MORE;
    while (end == QueryRun.End.MORE) {
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      for (QueryRun.Found one : slice.events()) {
        return event(one.json()).map(Profile::of).orElse(Profile.NONE);
      }
      end = slice.end();
    }
    return Profile.NONE;
  }

  private static Optional<Event> event(byte[] json) {
    return EventParser.parse(json, TagLimits.NONE) instanceof EventParser.Result.Parsed(var event)
        ? Optional.of(event)
        : Optional.empty();
  }
}
