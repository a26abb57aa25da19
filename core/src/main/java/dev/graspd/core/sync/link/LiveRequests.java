package dev.graspd.core.sync.link;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.filter.FilterLayers;
import dev.graspd.core.sync.filter.Layer;
import dev.graspd.core.sync.filter.LayerGroup;
import dev.graspd.core.sync.filter.LayeredFilter;
import dev.graspd.core.sync.filter.Split;
import dev.graspd.core.sync.filter.SyncItem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The live subscriptions of a connection (sync.md, section 6.3), within the relay's budget. When
 * the budget is reached, we join small requests; when that is not enough, we lay out all filters
 * again in as few requests as possible. Filters that still do not fit are polled. Owned by the
 * connection's machine.
 */
final class LiveRequests {
  /** Slots that live requests leave free. */
  private static final int FREE_SLOTS = 2;

  private final RequestTable requests;
  private final RequestRules rules;
  private final Coverage coverage = new Coverage();
  private final List<LayeredFilter> rotated = new ArrayList<>();

  /** Filters without a free slot, until the relay has confirmed the earlier requests. */
  private final List<LayeredFilter> crowded = new ArrayList<>();

  private int budget;
  private int filtersPerReq = FilterLayers.FILTERS_PER_REQ_MAX;
  private Split split = Split.BY_GROUP;

  LiveRequests(Wire wire, int budget, RequestRules rules) {
    this.requests = new RequestTable(wire, rules.refusals());
    this.rules = rules;
    this.budget = budget;
  }

  Coverage coverage() {
    return coverage;
  }

  /** Filters that do not fit, or that the relay may ignore; we poll them. */
  List<LayeredFilter> rotated() {
    List<LayeredFilter> all = new ArrayList<>(rotated);
    all.addAll(requests.doubtful());
    return all;
  }

  int openCount() {
    return requests.openCount();
  }

  int budget() {
    return budget;
  }

  boolean isOpen(SubscriptionId id) {
    return requests.isOpen(id);
  }

  /** Returns whether all live requests are open. */
  boolean isSettled() {
    return !requests.isHoldingBack() && !isOpening();
  }

  /** Returns whether history should wait, so that no event falls between live and stored. */
  boolean isOpening() {
    return !crowded.isEmpty() || requests.isUnconfirmed();
  }

  /** Remembers which values are active, so that they get live requests rather than polls. */
  void heardOf(Event event) {
    coverage.heardOf(event);
  }

  /**
   * Returns whether we requested an event: an item needs it now, or its request is still open. The
   * first check is cheap, however many filters are open.
   */
  boolean matches(SubscriptionId id, Event event) {
    return requests.isOpen(id) && (coverage.matches(event) || requests.matches(id, event));
  }

  /** Returns since when a live request that matches has been open, in calendar seconds. */
  OptionalLong listeningSince(Event event) {
    return requests.listeningSince(event);
  }

  /** How many slots live requests may fill. A single slot is left to polling. */
  private int slotsMax() {
    return budget == 1 ? 0 : budget - Math.min(FREE_SLOTS, budget - 1);
  }

  void cover(Collection<SyncItem> items) {
    SortedMap<Layer, SortedSet<String>> fresh = rules.refusals().asked(coverage.add(items));
    if (fresh.isEmpty()) {
      return;
    }
    List<LayeredFilter> filters = FilterLayers.ofValues(fresh, rules.filterBytes());
    if (!rotated.isEmpty() && !fresh.containsKey(Layer.STATES)) {
      filters.forEach(this::rotate);
      return;
    }
    List<List<LayeredFilter>> packed = pack(filters);
    boolean fits = rotated.isEmpty() && crowded.isEmpty();
    if (fits && requests.planned() + packed.size() <= slotsMax()) {
      packed.forEach(requests::add);
    } else {
      crowded.addAll(filters);
    }
  }

  private List<List<LayeredFilter>> pack(List<LayeredFilter> filters) {
    return FilterLayers.pack(filters, split, filtersPerReq, rules.requestBytes());
  }

  private List<LayeredFilter> joined(List<LayeredFilter> filters) {
    return FilterLayers.joined(filters, rules.filterBytes());
  }

  /**
   * Finds slots for filters that had none. All filters that arrived meanwhile are one change: items
   * arrive in groups, and each change may replace all requests.
   */
  private void settleCrowd() {
    if (crowded.isEmpty() || requests.isUnconfirmed()) {
      return;
    }
    List<LayeredFilter> filters = joined(crowded);
    crowded.clear();
    if (!rotated.isEmpty() || !joinSmall(filters)) {
      layOut();
    }
  }

  /** Joins it to the last filter of its layer, so that we poll groups and not single values. */
  private void rotate(LayeredFilter filter) {
    for (int i = rotated.size() - 1; i >= 0; i--) {
      LayeredFilter last = rotated.get(i);
      if (last.layer() == filter.layer()) {
        List<LayeredFilter> joined = joined(List.of(last, filter));
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
   * Joins new filters with the smallest requests, so that the cost of a new item does not depend on
   * the number of open filters. Returns whether they fit.
   */
  private boolean joinSmall(List<LayeredFilter> more) {
    List<SubscriptionId> old = new ArrayList<>();
    List<LayeredFilter> filters = new ArrayList<>(more);
    for (RequestTable.Joinable one : requests.joinable()) {
      if (!old.isEmpty() && one.bytes() > rules.requestBytes() / 2) {
        break;
      }
      old.add(one.id());
      filters.addAll(one.filters());
    }
    List<List<LayeredFilter>> packed = pack(joined(filters));
    if (old.isEmpty() || requests.planned() - old.size() + packed.size() > slotsMax()) {
      return false;
    }
    requests.replace(old, packed);
    return true;
  }

  void uncover(Collection<SyncItem> items) {
    SortedMap<Layer, SortedSet<String>> gone = coverage.remove(items);
    if (gone.isEmpty()) {
      return;
    }
    remove(gone, rotated);
    remove(gone, crowded);
    requests.forget(gone);
    if (requests.isReplacing()) {
      // A replacement is under way already: plan it again instead of replacing twice.
      layOut();
    } else {
      requests.shrink(gone);
    }
  }

  private static void remove(SortedMap<Layer, SortedSet<String>> gone, List<LayeredFilter> from) {
    List<LayeredFilter> left = FilterLayers.without(from, gone);
    from.clear();
    from.addAll(left);
  }

  /** Lays out all filters again: the first layers get live requests, the rest is polled. */
  private void layOut() {
    SortedMap<Layer, SortedSet<String>> values = rules.refusals().asked(coverage.values());
    List<LayeredFilter> filters = FilterLayers.ofValues(values, rules.filterBytes());
    split = Split.BY_GROUP;
    List<List<LayeredFilter>> packed = pack(filters);
    if (packed.size() > slotsMax()) {
      split = Split.within(slotsMax());
      packed = pack(filters);
    }
    if (packed.size() > slotsMax()) {
      packed = pack(FilterLayers.ofValues(values, rules.filterBytes(), coverage.byActivity()));
    }
    int live = Math.min(packed.size(), slotsMax());
    rotated.clear();
    crowded.clear();
    packed.subList(live, packed.size()).forEach(rotated::addAll);
    requests.replaceAll(packed.subList(0, live));
  }

  /** Drops layers that are left out; open requests stay open. */
  void leaveOut() {
    rotated.removeIf(rules.refusals()::isLeftOut);
    crowded.removeIf(rules.refusals()::isLeftOut);
    requests.leaveOut();
  }

  /** Includes layers again that were left out. */
  void askForAll() {
    layOut();
  }

  /** Returns the groups of layers that are to blame for a refused request. */
  SortedMap<LayerGroup, Integer> blamed(SubscriptionId id) {
    return LayerRefusals.blamed(requests.sentSteps(id));
  }

  /** The relay takes fewer filters in a request than we sent. */
  void halveFilters() {
    filtersPerReq = Math.max(1, filtersPerReq / 2);
    layOut();
  }

  /** The relay takes fewer requests than we have open. */
  void shrinkBudget(int most) {
    budget = Math.max(1, Math.min(budget - 1, most));
    layOut();
  }

  /**
   * Opens what can be opened. Returns whether a request had to close before its replacement was
   * open, which leaves a gap to catch up on.
   */
  boolean pump(int passing, Now now) {
    boolean gap = requests.askAgain(now);
    requests.reopen(now);
    settleCrowd();
    if (isSettled() && requests.openCount() > slotsMax()) {
      layOut();
    }
    while (requests.isToOpen()) {
      if (requests.openCount() + passing >= budget) {
        if (passing > 0) {
          break;
        }
        makeRoom();
        gap = true;
        if (!requests.isToOpen()) {
          break;
        }
      }
      requests.openNext(now);
    }
    return gap;
  }

  /** Closes what the next request replaces; if it replaces nothing, lays out everything again. */
  private void makeRoom() {
    if (!requests.isNextReplacing()) {
      layOut();
    }
    requests.endOneForNext();
  }

  /** The relay has confirmed a request (EOSE). */
  void confirmed(SubscriptionId id) {
    requests.confirmed(id);
  }

  /**
   * The relay has closed a live request: we open it again later, unless another one replaces it.
   * Returns its filters.
   */
  List<LayeredFilter> closedByRelay(SubscriptionId id, long reopenNanos) {
    return requests.closedByRelay(id, reopenNanos);
  }

  /**
   * Returns when to open a request again that the relay could not serve; the pause grows each time.
   */
  long afterFailure(SubscriptionId id, Now now) {
    return requests.afterFailure(id, now);
  }

  OptionalLong nextWakeNanos() {
    return requests.nextWakeNanos();
  }
}
