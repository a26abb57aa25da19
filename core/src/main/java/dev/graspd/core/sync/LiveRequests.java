package dev.graspd.core.sync;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.SubscriptionId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What a connection listens to (sync.md, 6.3): live requests within the relay's budget. When it is
 * reached, small ones are joined; when that is not enough, all are laid out anew in as few as
 * possible. What does not fit even then is left to the rotation. Owned by the connection's machine.
 */
final class LiveRequests {
  /** Slots that live requests leave free. */
  private static final int FREE_SLOTS = 2;

  private final OpenRequests requests;
  private final RequestRules rules;
  private final Coverage coverage = new Coverage();
  private final List<LayeredFilter> rotated = new ArrayList<>();

  /** What found no free slot, until the relay has confirmed what it was asked before. */
  private final List<LayeredFilter> crowded = new ArrayList<>();

  private int budget;
  private int filtersPerReq = FilterLayers.FILTERS_PER_REQ_MAX;
  private Split split = Split.BY_GROUP;

  LiveRequests(Wire wire, int budget, RequestRules rules) {
    this.requests = new OpenRequests(wire, rules.refusals());
    this.rules = rules;
    this.budget = budget;
  }

  Coverage coverage() {
    return coverage;
  }

  /** Filters that do not fit, or may not be listened to; they are asked for now and then. */
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

  /** Returns whether all that should be listened to is. */
  boolean isSettled() {
    return !requests.isHoldingBack() && !isOpening();
  }

  /** Returns whether history should wait a moment, so that nothing falls between the two. */
  boolean isOpening() {
    return !crowded.isEmpty() || requests.isUnconfirmed();
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
    return requests.isOpen(id) && (coverage.matches(event) || requests.matches(id, event));
  }

  /** Returns since when a live request that matches has been open, in calendar seconds. */
  OptionalLong listeningSince(Event event) {
    return requests.listeningSince(event);
  }

  /** How many slots live requests may fill. A single slot is left to the rotation. */
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
   * Finds slots for what had none. All that came meanwhile is one change: items come in bunches,
   * and each change may cost everything to be asked anew.
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

  /** Joins it to the last of its layer, so that what rotates are groups and not single values. */
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
   * Joins new filters with the smallest requests, so that what one new item costs does not grow
   * with all that is listened to. Returns whether they fit then.
   */
  private boolean joinSmall(List<LayeredFilter> more) {
    List<SubscriptionId> old = new ArrayList<>();
    List<LayeredFilter> filters = new ArrayList<>(more);
    for (OpenRequests.Joinable one : requests.joinable()) {
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
      // What is being replaced need not be replaced twice.
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

  /** Lays everything out anew: what comes first by layer is listened to, the rest rotates. */
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

  /** Asks no longer for layers that are left out; what is open stays open. */
  void leaveOut() {
    rotated.removeIf(rules.refusals()::isLeftOut);
    crowded.removeIf(rules.refusals()::isLeftOut);
    requests.leaveOut();
  }

  /** Nothing is left out any more. */
  void askForAll() {
    layOut();
  }

  /** Returns which groups of layers a request speaks against that the relay refuses. */
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
   * Opens what can be opened. Returns whether something had to be closed before what replaces it
   * was open, so that there is a gap to catch up on.
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

  /** Ends what the next request replaces; if it replaces nothing, all is laid out anew. */
  private void makeRoom() {
    if (!requests.isNextReplacing()) {
      layOut();
    }
    requests.endOneForNext();
  }

  /** The relay has said that it listens. */
  void confirmed(SubscriptionId id) {
    requests.confirmed(id);
  }

  /**
   * The relay has closed a live request: it is opened again later, unless another one replaces it.
   * Returns its filters.
   */
  List<LayeredFilter> closedByRelay(SubscriptionId id, long reopenNanos) {
    return requests.closedByRelay(id, reopenNanos);
  }

  /** Returns when to open a request again that the relay could not serve: later each time. */
  long afterFailure(SubscriptionId id, Now now) {
    return requests.afterFailure(id, now);
  }

  OptionalLong nextWakeNanos() {
    return requests.nextWakeNanos();
  }
}
