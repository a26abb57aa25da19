package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.filter.FilterLayers;
import dev.graspd.core.sync.filter.Layer;
import dev.graspd.core.sync.filter.LayerGroup;
import dev.graspd.core.sync.filter.LayeredFilter;
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
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The live requests of a connection and where each is: to be opened, open, confirmed, closed by the
 * relay until it is opened again. A new request is open before the one that it replaces is closed.
 * {@link LiveRequests} decides on their filters and number. Owned by the connection's machine.
 */
final class RequestTable {
  /** If the EOSE of a live request does not arrive within this time, we send the request again. */
  static final Duration CONFIRM_MAX = Duration.ofSeconds(10);

  /** After this many unanswered requests we assume that the relay delivers, and poll as well. */
  static final int ATTEMPTS_MAX = 3;

  /** Pause before we open a failed request again; doubles each time. */
  static final Duration FAILED_MIN = Duration.ofSeconds(30);

  static final Duration FAILED_MAX = Duration.ofMinutes(15);

  /** Doubling further changes nothing. */
  private static final int DOUBLINGS_MAX = 10;

  /** Older failures do not count. */
  static final Duration FAILURES_REMEMBERED = Duration.ofHours(1);

  /** Old requests that we close when all of the new ones are open. */
  private static final class Replacement {
    private final SortedSet<SubscriptionId> old;
    private int unconfirmed;

    Replacement(Collection<SubscriptionId> old, int unconfirmed) {
      this.old = new TreeSet<>(old);
      this.unconfirmed = unconfirmed;
    }
  }

  /** A request that is to be opened. */
  private static final class Plan {
    private List<LayeredFilter> filters;
    private final @Nullable Replacement replacement;
    private final int bytes;
    private int attempts;
    private int failures;
    private long failedNanos;

    Plan(List<LayeredFilter> filters, @Nullable Replacement replacement) {
      this.filters = filters;
      this.replacement = replacement;
      this.bytes = filters.stream().mapToInt(LayeredFilter::bytes).sum();
    }

    boolean replaces(SubscriptionId id) {
      return replacement != null && replacement.old.contains(id);
    }

    boolean replacesAny() {
      return replacement != null && !replacement.old.isEmpty();
    }

    boolean matches(Event event) {
      return filters.stream().anyMatch(filter -> filter.matches(event));
    }

    void forget(SubscriptionId id) {
      if (replacement != null) {
        replacement.old.remove(id);
      }
    }

    /** Returns a plan for the same filters that replaces nothing. */
    Plan again() {
      Plan again = new Plan(filters, null);
      again.failures = failures;
      again.failedNanos = failedNanos;
      return again;
    }

    long afterFailure(Now now) {
      boolean remembered = now.nanos() - failedNanos <= FAILURES_REMEMBERED.toNanos();
      failures = failures > 0 && remembered ? failures + 1 : 1;
      failedNanos = now.nanos();
      Duration pause = FAILED_MIN.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS_MAX));
      return now.after(pause.compareTo(FAILED_MAX) < 0 ? pause : FAILED_MAX);
    }
  }

  private static final class Open {
    private final Plan plan;
    private final Now since;

    /** The steps at which its groups of layers were requested. */
    private final SortedMap<LayerGroup, Integer> steps;

    private boolean confirmed;

    Open(Plan plan, Now since, SortedMap<LayerGroup, Integer> steps) {
      this.plan = plan;
      this.since = since;
      this.steps = steps;
    }
  }

  private record HeldBack(Plan plan, long untilNanos) {}

  /** A request that may be joined with others. */
  record Joinable(SubscriptionId id, List<LayeredFilter> filters, int bytes) {}

  private final Wire wire;
  private final LayerRefusals refusals;
  private final Map<SubscriptionId, Open> open = new LinkedHashMap<>();
  private final Deque<Plan> toOpen = new ArrayDeque<>();
  private final List<HeldBack> heldBack = new ArrayList<>();

  /** Filters of requests without any answer: the relay may ignore them. */
  private final List<LayeredFilter> doubtful = new ArrayList<>();

  RequestTable(Wire wire, LayerRefusals refusals) {
    this.wire = wire;
    this.refusals = refusals;
  }

  int openCount() {
    return open.size();
  }

  /** Returns how many there will be when all plans are carried out. */
  int planned() {
    return open.size() + toOpen.size() + heldBack.size();
  }

  boolean isOpen(SubscriptionId id) {
    return open.containsKey(id);
  }

  boolean isUnconfirmed() {
    return isToOpen() || open.values().stream().anyMatch(one -> !one.confirmed);
  }

  boolean isToOpen() {
    return !toOpen.isEmpty();
  }

  boolean isHoldingBack() {
    return !heldBack.isEmpty();
  }

  List<LayeredFilter> doubtful() {
    return doubtful;
  }

  boolean matches(SubscriptionId id, Event event) {
    Open one = open.get(id);
    return one != null && one.plan.matches(event);
  }

  /** Returns since when a request that matches has been open, in calendar seconds. */
  OptionalLong listeningSince(Event event) {
    return open.values().stream()
        .filter(one -> one.confirmed)
        .filter(one -> one.since.epochSeconds() < event.createdAt())
        .filter(one -> one.plan.matches(event))
        .mapToLong(one -> one.since.epochSeconds())
        .min();
  }

  /** Returns the confirmed ones that nothing replaces yet, smallest first. */
  List<Joinable> joinable() {
    return open.entrySet().stream()
        .filter(entry -> entry.getValue().confirmed && !isReplaced(entry.getKey()))
        .map(entry -> joinable(entry.getKey(), entry.getValue().plan))
        .sorted(Comparator.comparingInt(Joinable::bytes))
        .toList();
  }

  private static Joinable joinable(SubscriptionId id, Plan plan) {
    return new Joinable(id, plan.filters, plan.bytes);
  }

  private boolean isReplaced(SubscriptionId id) {
    return toOpen.stream().anyMatch(plan -> plan.replaces(id))
        || open.values().stream().anyMatch(one -> one.plan.replaces(id))
        || heldBack.stream().anyMatch(held -> held.plan().replaces(id));
  }

  /** Plans a request that replaces nothing. */
  void add(List<LayeredFilter> request) {
    toOpen.add(new Plan(request, null));
  }

  /** Plans requests that take the place of others. */
  void replace(Collection<SubscriptionId> old, List<List<LayeredFilter>> requests) {
    Replacement replacement = new Replacement(old, requests.size());
    requests.forEach(request -> toOpen.add(new Plan(request, replacement)));
  }

  /** Plans requests that take the place of all, also of those that are not open yet. */
  void replaceAll(List<List<LayeredFilter>> requests) {
    doubtful.clear();
    toOpen.clear();
    heldBack.clear();
    replace(open.keySet(), requests);
    if (requests.isEmpty()) {
      List.copyOf(open.keySet()).forEach(this::end);
    }
  }

  /** Removes these values from requests that are not open yet. */
  void forget(SortedMap<Layer, SortedSet<String>> gone) {
    List<LayeredFilter> left = FilterLayers.without(doubtful, gone);
    doubtful.clear();
    doubtful.addAll(left);
    toOpen.forEach(plan -> plan.filters = FilterLayers.without(plan.filters, gone));
    heldBack.forEach(held -> held.plan().filters = FilterLayers.without(held.plan().filters, gone));
  }

  /** Returns whether a planned request replaces others. */
  boolean isReplacing() {
    return toOpen.stream().anyMatch(plan -> plan.replacement != null);
  }

  /** Replaces requests with these values, and closes those that contain nothing else. */
  void shrink(SortedMap<Layer, SortedSet<String>> gone) {
    for (Map.Entry<SubscriptionId, Open> entry : List.copyOf(open.entrySet())) {
      shrink(entry.getKey(), entry.getValue(), gone);
    }
  }

  private void shrink(SubscriptionId id, Open one, SortedMap<Layer, SortedSet<String>> gone) {
    List<LayeredFilter> left = FilterLayers.without(one.plan.filters, gone);
    if (left.equals(one.plan.filters)) {
      return;
    }
    if (left.isEmpty()) {
      confirm(one);
      end(id);
    } else {
      replace(List.of(id), List.of(left));
    }
  }

  /** Plans requests again that the relay closed, when their pause is over. */
  void reopen(Now now) {
    heldBack.stream()
        .filter(held -> held.untilNanos() <= now.nanos())
        .toList()
        .forEach(held -> {
          heldBack.remove(held);
          toOpen.add(held.plan());
        });
  }

  /**
   * Sends unanswered requests again. Returns whether there were any: then we do not know since when
   * they deliver.
   */
  boolean askAgain(Now now) {
    boolean unanswered = false;
    for (Map.Entry<SubscriptionId, Open> entry : List.copyOf(open.entrySet())) {
      Open one = entry.getValue();
      if (!one.confirmed && now.nanos() - one.since.nanos() >= CONFIRM_MAX.toNanos()) {
        unanswered = true;
        askAgain(entry.getKey(), one);
      }
    }
    return unanswered;
  }

  private void askAgain(SubscriptionId id, Open one) {
    if (isReplaced(id)) {
      // It may contain values that are no longer needed: we send its replacement instead.
      confirm(one);
      end(id);
    } else if (one.plan.attempts < ATTEMPTS_MAX) {
      end(id);
      toOpen.addFirst(one.plan);
    } else {
      doubtful.addAll(one.plan.filters);
      confirm(one);
    }
  }

  /** Opens the next one that is planned. */
  void openNext(Now now) {
    Plan plan = toOpen.removeFirst();
    plan.attempts++;
    List<LayeredFilter> asked = refusals.asked(plan.filters);
    Open one = new Open(plan, now, refusals.stepsOf(asked));
    if (asked.isEmpty()) {
      confirm(one);
      return;
    }
    SubscriptionId id = wire.name();
    open.put(id, one);
    wire.req(id, asked.stream().map(this::onWire).toList());
  }

  private Filter onWire(LayeredFilter filter) {
    return refusals.onWire(filter.layer().group(), filter.filter()).withLimit(0);
  }

  /** Returns the steps at which the groups of layers of a request were requested. */
  SortedMap<LayerGroup, Integer> sentSteps(SubscriptionId id) {
    Open one = open.get(id);
    return one == null ? new TreeMap<>() : one.steps;
  }

  /** Drops layers that are left out from requests that are not open. */
  void leaveOut() {
    doubtful.removeIf(refusals::isLeftOut);
    for (HeldBack held : List.copyOf(heldBack)) {
      if (refusals.asked(held.plan().filters).isEmpty()) {
        heldBack.remove(held);
        toOpen.add(held.plan());
      }
    }
  }

  /** The relay could not serve a request. Returns when to try again; the pause grows each time. */
  long afterFailure(SubscriptionId id, Now now) {
    Open one = open.get(id);
    return one == null ? now.nanos() : one.plan.afterFailure(now);
  }

  /** Returns whether the next planned request replaces an open one. */
  boolean isNextReplacing() {
    return !toOpen.isEmpty() && toOpen.getFirst().replacesAny();
  }

  /** Closes a request before its replacement, the next one, is open. */
  void endOneForNext() {
    Plan next = toOpen.peekFirst();
    if (next != null && next.replacement != null && !next.replacement.old.isEmpty()) {
      end(next.replacement.old.first());
    }
  }

  private void end(SubscriptionId id) {
    if (open.remove(id) != null) {
      wire.close(id);
    }
    open.values().forEach(one -> one.plan.forget(id));
    toOpen.forEach(plan -> plan.forget(id));
    heldBack.forEach(held -> held.plan().forget(id));
  }

  /** The relay has confirmed a request (EOSE). */
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
   * The relay has closed one: we open it again later, unless another one replaces it. Returns its
   * filters.
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
    Plan again = one.confirmed ? one.plan.again() : one.plan;
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
