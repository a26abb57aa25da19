package dev.graspd.core.sync;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.SubscriptionId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a connection listens to (sync.md, 6.3): live requests within the relay's budget. When it is
 * reached, small ones are joined; when that is not enough, all are laid out anew in as few as
 * possible. What does not fit even then is left to the rotation. New requests are opened before
 * those that they replace are closed. Owned by the connection's machine.
 */
final class LiveRequests {
  /** A relay ends the (empty) stored part of a live request within this, or is asked again. */
  static final Duration CONFIRM_MAX = Duration.ofSeconds(10);

  /** After so many unanswered requests it is taken to listen, and asked now and then as well. */
  static final int ATTEMPTS_MAX = 3;

  /** Requests up to this size are joined first when slots run out. */
  private static final int SMALL_BYTES = FilterLayers.REQ_BYTES_MAX / 2;

  /** Slots that live requests leave free. */
  private static final int FREE_SLOTS = 2;

  /** Old requests that end when all of the new ones are open. */
  static final class Replacement {
    private final SortedSet<SubscriptionId> old;
    private int unconfirmed;

    Replacement(Collection<SubscriptionId> old, int unconfirmed) {
      this.old = new TreeSet<>(old);
      this.unconfirmed = unconfirmed;
    }
  }

  /** A request that is to be opened. */
  static final class Plan {
    private List<LayeredFilter> filters;
    private final @Nullable Replacement replacement;
    private final int bytes;
    private int attempts;

    Plan(List<LayeredFilter> filters, @Nullable Replacement replacement) {
      this.filters = filters;
      this.replacement = replacement;
      this.bytes = filters.stream().mapToInt(LayeredFilter::bytes).sum();
    }

    boolean replaces(SubscriptionId id) {
      return replacement != null && replacement.old.contains(id);
    }

    List<LayeredFilter> filters() {
      return filters;
    }
  }

  private static final class Open {
    private final Plan plan;
    private final Now since;
    private boolean confirmed;

    Open(Plan plan, Now since) {
      this.plan = plan;
      this.since = since;
    }
  }

  private record HeldBack(Plan plan, long untilNanos) {}

  private final Wire wire;
  private final Coverage coverage = new Coverage();
  private final Map<SubscriptionId, Open> open = new LinkedHashMap<>();
  private final Deque<Plan> toOpen = new ArrayDeque<>();
  private final List<HeldBack> heldBack = new ArrayList<>();
  private final List<LayeredFilter> rotated = new ArrayList<>();

  /** What found no free slot, until the relay has confirmed what it was asked before. */
  private final List<LayeredFilter> crowded = new ArrayList<>();

  /** Of requests that were never answered, and may not be listened to. */
  private final List<LayeredFilter> doubtful = new ArrayList<>();

  private int budget;
  private int filtersPerReq = FilterLayers.FILTERS_PER_REQ_MAX;

  LiveRequests(Wire wire, int budget) {
    this.wire = wire;
    this.budget = budget;
  }

  Coverage coverage() {
    return coverage;
  }

  /** Filters that do not fit, or may not be listened to; they are asked for now and then. */
  List<LayeredFilter> rotated() {
    List<LayeredFilter> all = new ArrayList<>(rotated);
    all.addAll(doubtful);
    return all;
  }

  int openCount() {
    return open.size();
  }

  int budget() {
    return budget;
  }

  boolean isOpen(SubscriptionId id) {
    return open.containsKey(id);
  }

  /** Returns whether all that should be listened to is. */
  boolean isSettled() {
    return heldBack.isEmpty() && !isOpening();
  }

  /** Returns whether history should wait a moment, so that nothing falls between the two. */
  boolean isOpening() {
    return !crowded.isEmpty() || isUnconfirmed();
  }

  private boolean isUnconfirmed() {
    return !toOpen.isEmpty() || open.values().stream().anyMatch(one -> !one.confirmed);
  }

  /** Remembers what is active, so that it is listened to rather than asked for. */
  void heardOf(Event event) {
    coverage.heardOf(event);
  }

  /**
   * Returns whether an event was asked for: it is wanted now, or the request is still open that
   * wanted it. The first is a look at its tags, however much is listened to.
   */
  boolean matches(SubscriptionId id, Event event) {
    Open one = open.get(id);
    return one != null
        && (coverage.matches(event)
            || one.plan.filters.stream().anyMatch(filter -> filter.matches(event)));
  }

  /** Returns since when a live request that matches has been open, in calendar seconds. */
  OptionalLong listeningSince(Event event) {
    return open.values().stream()
        .filter(one -> one.confirmed)
        .filter(one -> one.since.epochSeconds() < event.createdAt())
        .filter(one -> one.plan.filters.stream().anyMatch(filter -> filter.matches(event)))
        .mapToLong(one -> one.since.epochSeconds())
        .min();
  }

  /** How many slots live requests may fill. A single slot is left to the rotation. */
  private int slotsMax() {
    return budget == 1 ? 0 : budget - Math.min(FREE_SLOTS, budget - 1);
  }

  void cover(Collection<SyncItem> items) {
    SortedMap<Layer, SortedSet<String>> fresh = coverage.add(items);
    if (fresh.isEmpty()) {
      return;
    }
    List<LayeredFilter> filters = FilterLayers.ofValues(fresh);
    if (!rotated.isEmpty() && !fresh.containsKey(Layer.STATES)) {
      filters.forEach(this::rotate);
      return;
    }
    List<List<LayeredFilter>> requests = FilterLayers.pack(filters, filtersPerReq);
    boolean fits = rotated.isEmpty() && crowded.isEmpty();
    if (fits && planned() + requests.size() <= slotsMax()) {
      requests.forEach(request -> toOpen.add(new Plan(request, null)));
    } else {
      crowded.addAll(filters);
    }
  }

  /**
   * Finds slots for what had none. All that came meanwhile is one change: items come in bunches,
   * and each change may cost everything to be asked anew.
   */
  private void settleCrowd() {
    if (crowded.isEmpty() || isUnconfirmed()) {
      return;
    }
    List<LayeredFilter> filters = FilterLayers.joined(crowded);
    crowded.clear();
    if (!rotated.isEmpty() || !joinSmall(filters)) {
      layOut();
    }
  }

  private int planned() {
    return open.size() + toOpen.size() + heldBack.size();
  }

  /** Joins it to the last of its layer, so that what rotates are groups and not single values. */
  private void rotate(LayeredFilter filter) {
    for (int i = rotated.size() - 1; i >= 0; i--) {
      LayeredFilter last = rotated.get(i);
      if (last.layer() == filter.layer()) {
        List<LayeredFilter> joined = FilterLayers.joined(List.of(last, filter));
        if (joined.size() == 1) {
          rotated.set(i, joined.getFirst());
          return;
        }
        break;
      }
    }
    rotated.add(filter);
  }

  /**
   * Joins new filters with the smallest requests, so that what one new item costs does not grow
   * with all that is listened to. Returns whether they fit then.
   */
  private boolean joinSmall(List<LayeredFilter> more) {
    List<Map.Entry<SubscriptionId, Open>> bySize =
        open.entrySet().stream()
            .filter(entry -> entry.getValue().confirmed && !isReplaced(entry.getKey()))
            .sorted(Comparator.comparingInt(entry -> entry.getValue().plan.bytes))
            .toList();
    List<SubscriptionId> old = new ArrayList<>();
    List<LayeredFilter> filters = new ArrayList<>(more);
    for (Map.Entry<SubscriptionId, Open> entry : bySize) {
      Plan plan = entry.getValue().plan;
      if (!old.isEmpty() && plan.bytes > SMALL_BYTES) {
        break;
      }
      old.add(entry.getKey());
      filters.addAll(plan.filters);
    }
    List<List<LayeredFilter>> requests =
        FilterLayers.pack(FilterLayers.joined(filters), filtersPerReq);
    if (old.isEmpty() || planned() - old.size() + requests.size() > slotsMax()) {
      return false;
    }
    Replacement replacement = new Replacement(old, requests.size());
    requests.forEach(request -> toOpen.add(new Plan(request, replacement)));
    return true;
  }

  private boolean isReplaced(SubscriptionId id) {
    return toOpen.stream().anyMatch(plan -> plan.replaces(id))
        || open.values().stream().anyMatch(one -> one.plan.replaces(id))
        || heldBack.stream().anyMatch(held -> held.plan().replaces(id));
  }

  void uncover(Collection<SyncItem> items) {
    SortedMap<Layer, SortedSet<String>> gone = coverage.remove(items);
    if (gone.isEmpty()) {
      return;
    }
    rotated.replaceAll(filter -> without(filter, gone));
    rotated.removeIf(LiveRequests::isEmpty);
    doubtful.replaceAll(filter -> without(filter, gone));
    doubtful.removeIf(LiveRequests::isEmpty);
    crowded.replaceAll(filter -> without(filter, gone));
    crowded.removeIf(LiveRequests::isEmpty);
    toOpen.forEach(plan -> plan.filters = without(plan.filters, gone));
    heldBack.forEach(held -> held.plan().filters = without(held.plan().filters, gone));
    if (toOpen.stream().anyMatch(plan -> plan.replacement != null)) {
      // What is being replaced need not be replaced twice.
      layOut();
      return;
    }
    for (Map.Entry<SubscriptionId, Open> entry : List.copyOf(open.entrySet())) {
      shrink(entry.getKey(), entry.getValue(), gone);
    }
  }

  private void shrink(SubscriptionId id, Open one, SortedMap<Layer, SortedSet<String>> gone) {
    List<LayeredFilter> left = without(one.plan.filters, gone);
    if (left.equals(one.plan.filters)) {
      return;
    }
    if (left.isEmpty()) {
      confirm(one);
      end(id);
    } else {
      toOpen.add(new Plan(left, new Replacement(List.of(id), 1)));
    }
  }

  private static boolean isEmpty(LayeredFilter filter) {
    return filter.layer() != Layer.ANNOUNCEMENTS && filter.values().isEmpty();
  }

  private static List<LayeredFilter> without(
      List<LayeredFilter> filters, SortedMap<Layer, SortedSet<String>> gone) {
    return filters.stream()
        .map(filter -> without(filter, gone))
        .filter(filter -> !isEmpty(filter))
        .toList();
  }

  private static LayeredFilter without(
      LayeredFilter filter, SortedMap<Layer, SortedSet<String>> gone) {
    SortedSet<String> values = gone.get(filter.layer());
    if (values == null || values.stream().noneMatch(filter.values()::contains)) {
      return filter;
    }
    SortedSet<String> left = new TreeSet<>(filter.values());
    left.removeAll(values);
    return LayeredFilter.of(filter.layer(), left);
  }

  /** Lays everything out anew: what comes first by layer is listened to, the rest rotates. */
  private void layOut() {
    List<List<LayeredFilter>> requests =
        FilterLayers.pack(FilterLayers.ofValues(coverage.values()), filtersPerReq);
    if (requests.size() > slotsMax()) {
      List<LayeredFilter> activeFirst =
          FilterLayers.ofValues(coverage.values(), coverage.byActivity());
      requests = FilterLayers.pack(activeFirst, filtersPerReq);
    }
    int live = Math.min(requests.size(), slotsMax());
    rotated.clear();
    doubtful.clear();
    crowded.clear();
    requests.subList(live, requests.size()).forEach(rotated::addAll);
    toOpen.clear();
    heldBack.clear();
    Replacement replacement = new Replacement(open.keySet(), live);
    requests.subList(0, live).forEach(request -> toOpen.add(new Plan(request, replacement)));
    if (live == 0) {
      List.copyOf(open.keySet()).forEach(this::end);
    }
  }

  /** The relay takes fewer filters in a request than we sent. */
  void halveFilters() {
    filtersPerReq = Math.max(1, filtersPerReq / 2);
    layOut();
  }

  /** The relay takes fewer requests than we have open. */
  void shrinkBudget(int requests) {
    budget = Math.max(1, Math.min(budget - 1, requests));
    layOut();
  }

  /**
   * Opens what can be opened. Returns whether something had to be closed before what replaces it
   * was open, so that there is a gap to catch up on.
   */
  boolean pump(int passing, Now now) {
    boolean gap = askAgain(now);
    heldBack.stream()
        .filter(held -> held.untilNanos() <= now.nanos())
        .toList()
        .forEach(held -> {
          heldBack.remove(held);
          toOpen.add(held.plan());
        });
    settleCrowd();
    if (isSettled() && open.size() > slotsMax()) {
      layOut();
    }
    while (!toOpen.isEmpty()) {
      if (open.size() + passing >= budget) {
        if (passing > 0) {
          break;
        }
        makeRoom();
        gap = true;
        if (toOpen.isEmpty()) {
          break;
        }
      }
      openNext(now);
    }
    return gap;
  }

  /** Returns whether a request was not answered, so that nobody knows since when it counts. */
  private boolean askAgain(Now now) {
    boolean unanswered = false;
    for (Map.Entry<SubscriptionId, Open> entry : List.copyOf(open.entrySet())) {
      Open one = entry.getValue();
      if (!one.confirmed && now.nanos() - one.since.nanos() >= CONFIRM_MAX.toNanos()) {
        unanswered = true;
        if (isReplaced(entry.getKey())) {
          // It may ask for what nobody wants any more; what replaces it is asked for instead.
          confirm(one);
          end(entry.getKey());
        } else if (one.plan.attempts < ATTEMPTS_MAX) {
          end(entry.getKey());
          toOpen.addFirst(one.plan);
        } else {
          doubtful.addAll(one.plan.filters);
          confirm(one);
        }
      }
    }
    return unanswered;
  }

  private void openNext(Now now) {
    Plan plan = toOpen.removeFirst();
    plan.attempts++;
    Open one = new Open(plan, now);
    if (plan.filters.isEmpty()) {
      confirm(one);
      return;
    }
    SubscriptionId id = wire.name();
    open.put(id, one);
    wire.req(id, plan.filters.stream().map(filter -> filter.filter().withLimit(0)).toList());
  }

  /** Ends what the next request replaces; if it replaces nothing, all is laid out anew. */
  private void makeRoom() {
    if (!isReplacing(toOpen.getFirst())) {
      layOut();
    }
    Plan next = toOpen.peekFirst();
    if (next != null && next.replacement != null && !next.replacement.old.isEmpty()) {
      end(next.replacement.old.first());
    }
  }

  private static boolean isReplacing(Plan plan) {
    return plan.replacement != null && !plan.replacement.old.isEmpty();
  }

  private void end(SubscriptionId id) {
    if (open.remove(id) != null) {
      wire.close(id);
    }
    open.values().forEach(one -> forget(one.plan, id));
    toOpen.forEach(plan -> forget(plan, id));
    heldBack.forEach(held -> forget(held.plan(), id));
  }

  private static void forget(Plan plan, SubscriptionId id) {
    if (plan.replacement != null) {
      plan.replacement.old.remove(id);
    }
  }

  /** The relay has said that it listens. */
  void confirmed(SubscriptionId id) {
    Open one = open.get(id);
    if (one != null) {
      confirm(one);
    }
  }

  private void confirm(Open one) {
    if (one.confirmed) {
      return;
    }
    one.confirmed = true;
    Replacement replacement = one.plan.replacement;
    if (replacement != null && --replacement.unconfirmed == 0) {
      List.copyOf(replacement.old).forEach(this::end);
    }
  }

  /**
   * The relay has closed a live request: it is opened again later, unless another one replaces it.
   * Returns its filters.
   */
  List<LayeredFilter> closedByRelay(SubscriptionId id, long reopenNanos) {
    Open one = open.remove(id);
    if (one == null) {
      return List.of();
    }
    if (isReplaced(id)) {
      confirm(one);
      return one.plan.filters;
    }
    Plan again = one.confirmed ? new Plan(one.plan.filters, null) : one.plan;
    heldBack.add(new HeldBack(again, reopenNanos));
    return again.filters;
  }

  OptionalLong nextWakeNanos() {
    long confirmations =
        open.values().stream()
            .filter(one -> !one.confirmed)
            .mapToLong(one -> one.since.after(CONFIRM_MAX))
            .min()
            .orElse(Long.MAX_VALUE);
    long reopenings =
        heldBack.stream().mapToLong(HeldBack::untilNanos).min().orElse(Long.MAX_VALUE);
    long wake = Math.min(confirmations, reopenings);
    return wake == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(wake);
  }
}
