package dev.graspd.server.talk;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.list.KnownPeople;
import dev.graspd.core.talk.list.Listing;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.core.talk.member.Members;
import dev.graspd.core.talk.thread.ThreadEvents;
import dev.graspd.core.talk.thread.Threads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * The rows of one repository's threads, and which thread each of their events is in. Changes of the
 * log say which threads must be read again. Not thread-safe; does no I/O.
 */
final class ThreadRows {
  /** A row with its place in both orders, about, without its texts. */
  private static final int ROW_BYTES = 700;

  /** An id with the id of its root, about. */
  private static final int MEMBER_BYTES = 160;

  private static final int KEY_BYTES = 120;

  /** The tip of a pull request, in three sets, about. */
  private static final int TIP_BYTES = 400;

  private final Members members;
  private final boolean isCut;
  private final SortedMap<EventId, Kept> threads = new TreeMap<>();
  private final Map<EventId, EventId> rootOf = new HashMap<>();
  private final SortedSet<EventId> dirty = new TreeSet<>();

  /** In how many threads each key is known. */
  private final SortedMap<PublicKey, Integer> knownIn = new TreeMap<>();

  /** Roots whose rows are not in the listing as they are now. */
  private final SortedSet<EventId> changed = new TreeSet<>();

  /** When a thread must be read again because somebody is known from then on. */
  private long nextSeconds = Long.MAX_VALUE;

  private Listing listing = new Listing(List.of());
  private long bytes;
  private Optional<SortedSet<Oid>> tips = Optional.empty();
  private MergedTips.Found merged = MergedTips.Found.NONE;
  private Optional<ThreadList> list = Optional.empty();

  /**
   * What is kept of one thread.
   *
   * @param tip that merges it as soon as the default branch has it
   * @param known people beside maintainers, and when there will be others
   */
  private record Kept(ThreadRow row, Optional<Oid> tip, List<EventId> others, KnownPeople known) {
    ThreadRow row(SortedSet<Oid> merged) {
      return isMergedBy(merged) ? row.mergedByContent() : row;
    }

    boolean isMergedBy(SortedSet<Oid> merged) {
      return tip.filter(merged::contains).isPresent();
    }

    long bytes() {
      long labels = row.labels().stream().mapToLong(label -> 2L * label.length() + 80).sum();
      return ROW_BYTES
          + 2L * row.title().length()
          + labels
          + (tip.isPresent() ? TIP_BYTES : 0)
          + (long) MEMBER_BYTES * (others.size() + 1)
          + (long) KEY_BYTES * known.keys().size();
    }
  }

  /**
   * Begins without threads.
   *
   * @param isCut whether some of them do not fit
   */
  ThreadRows(Members members, boolean isCut) {
    this.members = members;
    this.isCut = isCut;
  }

  Members members() {
    return members;
  }

  long bytes() {
    return bytes;
  }

  /** Returns the roots that must be read again, and forgets that. */
  SortedSet<EventId> takeDirty() {
    SortedSet<EventId> taken = new TreeSet<>(dirty);
    dirty.clear();
    return taken;
  }

  boolean isDirty() {
    return !dirty.isEmpty();
  }

  // ---- the log

  /** Notes what a change of the store means for these threads. */
  void note(ThreadChange change) {
    switch (change) {
      case ThreadChange.Came(var event) -> came(event);
      case ThreadChange.Gone(var id, var kind) -> gone(id, kind);
      case ThreadChange.Moved(var repository) -> moved(repository);
    }
  }

  private void came(TalkEvent event) {
    event.names().stream()
        .map(rootOf::get)
        .forEach(root -> {
          if (root != null) {
            dirty.add(root);
          }
        });
    if (event instanceof TalkEvent.Root root
        && root.repositories().stream().anyMatch(members::share)) {
      dirty.add(root.id());
    }
  }

  /** The default branch may have other tips now. */
  private void moved(RepoAddress repository) {
    if (repository.equals(members.repository())) {
      list = Optional.empty();
    }
  }

  /** Without a patch, those that follow it begin threads. */
  private void gone(EventId id, int kind) {
    EventId root = rootOf.get(id);
    if (root != null) {
      dirty.add(root);
      Kept thread = threads.get(root);
      if (kind == Kinds.PATCH && thread != null) {
        dirty.addAll(thread.others);
      }
    }
  }

  // ---- threads

  /**
   * Takes threads that were read again. A patch is always asked for together with the thread of
   * what it names, so that they are told apart.
   *
   * @param asked the roots that were asked for; those that begin no thread are forgotten
   * @param since when an event came here, in seconds
   */
  void take(
      Collection<EventId> asked,
      Collection<TalkEvent> events,
      ToLongFunction<EventHead> since,
      long nowSeconds) {
    asked.forEach(this::forget);
    Threads.ofRead(events, members)
        .forEach((root, thread) -> put(root, thread, known(thread, since, nowSeconds)));
    nextSeconds = next();
    tips = Optional.empty();
    list = Optional.empty();
  }

  /** Returns who is known by this thread, beside those who are known anyway. */
  private KnownPeople known(ThreadEvents thread, ToLongFunction<EventHead> since, long nowSeconds) {
    KnownPeople found = KnownPeople.of(List.of(thread), members, since, nowSeconds);
    SortedSet<PublicKey> others = new TreeSet<>(found.keys());
    others.removeAll(members.maintainers());
    return new KnownPeople(others, found.nextSeconds());
  }

  private long next() {
    return threads.values().stream()
        .flatMapToLong(thread -> thread.known.nextSeconds().stream())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Notes which threads must be read again because somebody is known by now. */
  void note(long nowSeconds) {
    if (nextSeconds <= nowSeconds) {
      threads.forEach((root, thread) -> {
        if (thread.known.nextSeconds().orElse(Long.MAX_VALUE) <= nowSeconds) {
          dirty.add(root);
        }
      });
    }
  }

  private void put(EventId root, ThreadEvents thread, KnownPeople known) {
    List<EventId> others = new ArrayList<>();
    for (TalkEvent event : thread.others()) {
      others.add(event.id());
      forget(event.id());
      rootOf.put(event.id(), root);
    }
    forget(root);
    rootOf.put(root, root);
    Kept kept =
        new Kept(
            ThreadRow.of(thread, members, false),
            ThreadRow.awaited(thread, members),
            List.copyOf(others),
            known);
    threads.put(root, kept);
    changed.add(root);
    kept.known.keys().forEach(key -> knownIn.merge(key, 1, Integer::sum));
    others.forEach(id -> rootOf.put(id, root));
    bytes += kept.bytes();
  }

  private void forget(EventId root) {
    Kept thread = threads.remove(root);
    if (thread != null) {
      bytes -= thread.bytes();
      changed.add(root);
      thread
          .known
          .keys()
          .forEach(
              key -> knownIn.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1));
      rootOf.remove(root);
      thread.others.forEach(id -> rootOf.remove(id, root));
    }
  }

  /** Returns the tips that merge a thread as soon as the default branch has them. */
  SortedSet<Oid> tips() {
    SortedSet<Oid> now = tips.orElseGet(this::collected);
    tips = Optional.of(now);
    return now;
  }

  private SortedSet<Oid> collected() {
    SortedSet<Oid> found = new TreeSet<>();
    threads.values().forEach(thread -> thread.tip.ifPresent(found::add));
    return Collections.unmodifiableSortedSet(found);
  }

  /** Returns which of them it had when somebody looked last. */
  MergedTips.Found merged() {
    return merged;
  }

  /**
   * Returns the list as it is now.
   *
   * @param found which tips the default branch has
   */
  ThreadList list(MergedTips.Found found) {
    if (!found.equals(merged)) {
      threads.forEach((root, thread) -> {
        if (thread.isMergedBy(found.merged()) != thread.isMergedBy(merged.merged())) {
          changed.add(root);
        }
      });
      merged = found;
      list = Optional.empty();
    }
    return list();
  }

  private ThreadList list() {
    ThreadList now = list.orElseGet(this::made);
    list = Optional.of(now);
    return now;
  }

  /** Returns the list if it was made already. */
  Optional<ThreadList> known() {
    return list;
  }

  private ThreadList made() {
    List<ThreadRow> rows = new ArrayList<>();
    for (EventId root : changed) {
      Kept thread = threads.get(root);
      if (thread != null) {
        rows.add(thread.row(merged.merged()));
      }
    }
    listing = listing.with(changed, rows);
    changed.clear();
    SortedSet<PublicKey> known = new TreeSet<>(knownIn.keySet());
    known.addAll(members.maintainers());
    return ThreadList.of(
        members,
        listing,
        Collections.unmodifiableSortedSet(known),
        Collections.unmodifiableSortedSet(new TreeSet<>(threads.keySet())),
        isCut,
        merged.isWhole());
  }
}
