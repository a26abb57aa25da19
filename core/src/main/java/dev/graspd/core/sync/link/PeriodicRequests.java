package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.filter.FilterLayers;
import dev.graspd.core.sync.filter.HistoricFilter;
import dev.graspd.core.sync.filter.Layer;
import dev.graspd.core.sync.filter.LayeredFilter;
import dev.graspd.core.sync.filter.SyncItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Polls what has no live request (sync.md, section 6.3): filters beyond the relay's budget, and
 * threads. One group at a time, at the pace of the relay's answers. Owned by the connection's
 * machine.
 */
final class PeriodicRequests {
  /** Each poll overlaps the time before the last success by this much. */
  static final Duration OVERLAP = Duration.ofMinutes(15);

  static final Duration FILTER_PERIOD = Duration.ofMinutes(1);
  static final Duration THREADS_PERIOD = Duration.ofMinutes(30);

  /** Roots whose threads are walked at once. */
  static final int ROOTS_MAX = 100;

  /** The pause after an answer, as a multiple of the time that it took. */
  private static final int PAUSE_FACTOR = 2;

  private static final class Group {
    private LayeredFilter filter;
    private long doneSeconds;
    private long dueNanos;

    Group(LayeredFilter filter, long oldest, Now now) {
      this.filter = filter;
      this.doneSeconds = Math.min(now.epochSeconds(), oldest);
      this.dueNanos = now.after(FILTER_PERIOD);
    }
  }

  private sealed interface Turn {
    record OfFilter(Group group, Batch batch, Now began) implements Turn {}

    record Walking(SortedSet<EventId> roots, long job, Now began) implements Turn {}

    record OfThreads(SortedSet<EventId> roots, Batch batch, Now began) implements Turn {}
  }

  private final Wire wire;
  private final LiveRequests live;
  private final LinkHistory history;
  private final RequestRules rules;
  private final List<Group> groups = new ArrayList<>();

  /** The filters of the groups, in the order given. */
  private List<LayeredFilter> followed = List.of();

  /** When we last polled the thread of each root; other roots were never polled. */
  private final Map<EventId, Long> walkedSeconds = new HashMap<>();

  private @Nullable Turn turn;
  private @Nullable EventId lastRoot;
  private long threadsDueNanos;
  private long nextNanos;
  private long numbers;

  PeriodicRequests(Wire wire, LiveRequests live, LinkHistory history, RequestRules rules, Now now) {
    this.wire = wire;
    this.live = live;
    this.history = history;
    this.rules = rules;
    this.threadsDueNanos = now.after(FILTER_PERIOD);
  }

  /**
   * Takes over filters that no longer fit, and drops those that fit again. Returns the earliest
   * last poll of the dropped ones; empty if none were dropped.
   */
  OptionalLong follow(Now now) {
    List<LayeredFilter> filters = live.rotated();
    if (isFollowed(filters)) {
      return OptionalLong.empty();
    }
    SortedSet<LayeredFilter> left = new TreeSet<>(LayeredFilter.ORDER);
    left.addAll(filters);
    SortedMap<LayeredFilter, Group> known = new TreeMap<>(LayeredFilter.ORDER);
    groups.forEach(group -> known.putIfAbsent(group.filter, group));
    List<Group> gone =
        new ArrayList<>(groups.stream().filter(group -> !left.contains(group.filter)).toList());
    long oldest = oldestSeconds().orElse(now.epochSeconds());
    List<Group> next = new ArrayList<>();
    for (LayeredFilter filter : filters) {
      Group group =
          known.computeIfAbsent(
              filter, _ -> grown(filter, gone).orElseGet(() -> new Group(filter, oldest, now)));
      group.filter = filter;
      next.add(group);
    }
    groups.clear();
    groups.addAll(next);
    followed = filters;
    return gone.stream().mapToLong(group -> group.doneSeconds).min();
  }

  /** Takes the group whose values this filter contains: the filter inherits its turn. */
  private static Optional<Group> grown(LayeredFilter filter, List<Group> gone) {
    Optional<Group> smaller =
        gone.stream()
            .filter(group -> group.filter.layer() == filter.layer())
            .filter(group -> filter.values().containsAll(group.filter.values()))
            .findFirst();
    smaller.ifPresent(gone::remove);
    return smaller;
  }

  /** Runs after every message, so it compares identities instead of filters. */
  @SuppressWarnings("ReferenceEquality") // another object only means a closer look
  private boolean isFollowed(List<LayeredFilter> filters) {
    boolean same = filters.size() == followed.size();
    for (int i = 0; same && i < filters.size(); i++) {
      same = filters.get(i) == followed.get(i);
    }
    return same;
  }

  /** Returns the time up to which every polled filter is complete; empty if there are none. */
  OptionalLong oldestSeconds() {
    return groups.stream().mapToLong(group -> group.doneSeconds).min();
  }

  void pump(Now now) {
    end(now);
    if (turn != null || !history.isIdle() || now.nanos() < nextNanos) {
      return;
    }
    Optional<Group> next = groups.stream().min(Comparator.comparingLong(group -> group.dueNanos));
    if (next.isPresent() && next.get().dueNanos <= now.nanos()) {
      begin(next.get(), now);
      return;
    }
    if (threadsDueNanos <= now.nanos()) {
      walk(now);
    }
  }

  private void begin(Group group, Now now) {
    OptionalLong since = OptionalLong.of(group.doneSeconds - OVERLAP.toSeconds());
    Batch batch =
        history.begin(
            OptionalLong.empty(),
            EventSource.LIVE,
            HistoricFilter.of(List.of(group.filter), since));
    turn = new Turn.OfFilter(group, batch, now);
  }

  private void walk(Now now) {
    SortedSet<EventId> roots = nextRoots();
    if (roots.isEmpty()) {
      lastRoot = null;
      walkedSeconds.keySet().removeIf(id -> !live.coverage().contains(new SyncItem.OfRoot(id)));
      threadsDueNanos = now.after(THREADS_PERIOD);
      return;
    }
    lastRoot = roots.last();
    turn = new Turn.Walking(roots, ++numbers, now);
    wire.add(new LinkAction.WalkThreads(numbers, roots));
  }

  private SortedSet<EventId> nextRoots() {
    SortedSet<SyncItem> items = live.coverage().items();
    SortedSet<SyncItem> rest =
        lastRoot == null ? items : items.tailSet(new SyncItem.OfRoot(lastRoot));
    SortedSet<EventId> roots = new TreeSet<>();
    for (SyncItem item : rest) {
      if (item instanceof SyncItem.OfRoot(var id) && (lastRoot == null || !lastRoot.equals(id))) {
        roots.add(id);
      }
      if (roots.size() == ROOTS_MAX) {
        break;
      }
    }
    return roots;
  }

  void threadsFound(long job, SortedSet<EventId> members) {
    if (!(turn instanceof Turn.Walking(var roots, var number, var began)) || number != job) {
      return;
    }
    SortedSet<String> values = new TreeSet<>();
    members.forEach(id -> values.add(id.hex()));
    OptionalLong since = walkedSince(roots);
    SortedMap<Layer, SortedSet<String>> layers = new TreeMap<>();
    if (!values.isEmpty()) {
      layers.put(Layer.THREAD_MEMBERS, values);
    }
    List<HistoricFilter> filters =
        HistoricFilter.of(FilterLayers.ofValues(layers, rules.filterBytes()), since);
    Batch batch = history.begin(OptionalLong.empty(), EventSource.LIVE, filters);
    turn = new Turn.OfThreads(roots, batch, began);
  }

  /** A full sync of these items: also finds events that were published late with an old date. */
  void restart(Collection<SyncItem> items) {
    for (SyncItem item : items) {
      if (item instanceof SyncItem.OfRoot(var id)) {
        walkedSeconds.remove(id);
      }
    }
  }

  /** The first poll of a thread has no lower time limit. */
  private OptionalLong walkedSince(SortedSet<EventId> roots) {
    long oldest = Long.MAX_VALUE;
    for (EventId root : roots) {
      Long walked = walkedSeconds.get(root);
      if (walked == null) {
        return OptionalLong.empty();
      }
      oldest = Math.min(oldest, walked);
    }
    return OptionalLong.of(oldest - OVERLAP.toSeconds());
  }

  private void end(Now now) {
    switch (turn) {
      case Turn.OfFilter(var group, var batch, var began) when !history.isUnderWay(batch) -> {
        if (batch.failure() == null && batch.isOver()) {
          group.doneSeconds = began.epochSeconds();
        }
        group.dueNanos = now.after(FILTER_PERIOD);
        rest(began, now);
      }
      case Turn.OfThreads(var roots, var batch, var began) when !history.isUnderWay(batch) -> {
        if (batch.failure() == null && batch.isOver()) {
          roots.forEach(root -> walkedSeconds.put(root, began.epochSeconds()));
        }
        rest(began, now);
      }
      case null, default -> {}
    }
  }

  private void rest(Now began, Now now) {
    turn = null;
    // A turn that took long because the relay told us to wait says nothing about its pace.
    long pause = Math.min(PAUSE_FACTOR * (now.nanos() - began.nanos()), FILTER_PERIOD.toNanos());
    nextNanos = now.nanos() + pause;
  }

  OptionalLong nextWakeNanos() {
    if (turn != null || !history.isIdle()) {
      return OptionalLong.empty();
    }
    long due = threadsDueNanos;
    for (Group group : groups) {
      due = Math.min(due, group.dueNanos);
    }
    return OptionalLong.of(Math.max(due, nextNanos));
  }
}
