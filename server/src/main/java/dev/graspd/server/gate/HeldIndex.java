package dev.graspd.server.gate;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Rooms;
import dev.graspd.core.policy.Rooms.Load;
import dev.graspd.core.policy.Rooms.Occupancy;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What is held, in memory: a small row for each event, whatever its size, and how much of it waits
 * of strangers, of each key and of each sender. The events themselves are in the store.
 * Thread-safe.
 */
final class HeldIndex {
  /** What is known of a held event without reading it. */
  record Entry(Waiting row) {
    EventId id() {
      return row.id();
    }

    int kind() {
      return row.kind();
    }

    PublicKey author() {
      return row.author();
    }

    Wait until() {
      return row.until();
    }

    Ticket ticket() {
      return ticketOf(row);
    }

    /** Returns when its time is over, or was, on the calendar. */
    Instant end(UptimeClock clock) {
      if (until().lapsedSeconds().isPresent()) {
        return Instant.ofEpochSecond(until().lapsedSeconds().getAsLong());
      }
      long memory = until().lapsed() ? ticket().memory().toNanos() : 0;
      return clock.calendarOf(until().deadlineNanos() - memory);
    }
  }

  private final Map<EventId, Entry> byId = new HashMap<>();
  private final Map<Identifier, SortedMap<EventId, Entry>> byHome = new HashMap<>();
  private final SortedSet<Waiting> lapsedStrangers = new TreeSet<>(Rooms.LEAVES_FIRST);
  private final Map<PublicKey, Load> byKey = new HashMap<>();
  private final Map<Long, Load> byAddress = new HashMap<>();
  private final Map<Long, Load> bySite = new HashMap<>();
  private final ByteBudget.Charge rows;
  private Load waitingStrangers = Load.NONE;
  private Load allStrangers = Load.NONE;
  private long bytes;

  /** Takes up what is held. The memory of rows is charged in any case: they are here already. */
  HeldIndex(List<Waiting> waiting, ByteBudget rowBytes) {
    this.rows = rowBytes.force(Payer.operator(), 0);
    waiting.forEach(this::put);
  }

  /** One whose rows nobody pays for. */
  HeldIndex(List<Waiting> waiting) {
    this(waiting, new ByteBudget("held_rows", Long.MAX_VALUE));
  }

  synchronized void put(Waiting row) {
    Optional<Entry> _ = remove(row.id());
    Entry entry = new Entry(row);
    byId.put(row.id(), entry);
    byHome.computeIfAbsent(row.until().home(), _ -> new TreeMap<>()).put(row.id(), entry);
    bytes += row.jsonBytes();
    rows.force(Waiting.ROW_HEAP_BYTES);
    if (row.isStranger()) {
      count(row, 1);
    }
  }

  /** Changes how long an event waits, if it does. What has lapsed is nobody's. */
  synchronized void renew(EventId id, Wait until) {
    Entry old = byId.get(id);
    if (old != null) {
      Waiting row = old.row().with(until);
      put(until.lapsed() ? row.with(row.from().forgotten()) : row);
    }
  }

  synchronized Optional<Entry> remove(EventId id) {
    Entry entry = byId.remove(id);
    if (entry == null) {
      return Optional.empty();
    }
    bytes -= entry.row().jsonBytes();
    rows.shrink(Waiting.ROW_HEAP_BYTES);
    if (entry.row().isStranger()) {
      count(entry.row(), -1);
    }
    SortedMap<EventId, Entry> family = byHome.get(entry.until().home());
    if (family != null) {
      family.remove(id);
      if (family.isEmpty()) {
        byHome.remove(entry.until().home());
      }
    }
    return Optional.of(entry);
  }

  private void count(Waiting row, int sign) {
    Load load = new Load(sign, sign * row.heapBytes());
    allStrangers = allStrangers.plus(load);
    if (row.until().lapsed()) {
      boolean _ = sign > 0 ? lapsedStrangers.add(row) : lapsedStrangers.remove(row);
      return;
    }
    waitingStrangers = waitingStrangers.plus(load);
    add(byKey, row.author(), load);
    add(byAddress, row.from().address(), load);
    add(bySite, row.from().site(), load);
  }

  private static <K> void add(Map<K, Load> loads, K key, Load load) {
    loads.merge(key, load, (old, more) -> old.plus(more).events() == 0 ? null : old.plus(more));
  }

  /** Returns what waits of strangers, as far as it matters for an event. */
  synchronized Occupancy strangers(Waiting asking) {
    return new Occupancy(
        waitingStrangers,
        byKey.getOrDefault(asking.author(), Load.NONE),
        byAddress.getOrDefault(asking.from().address(), Load.NONE),
        bySite.getOrDefault(asking.from().site(), Load.NONE));
  }

  /** Returns what of strangers has lapsed and must leave, because more is held than may be. */
  synchronized List<Waiting> surplus(Load size) {
    List<Waiting> surplus = new ArrayList<>();
    Load left = allStrangers;
    for (Waiting row : lapsedStrangers) {
      if (left.events() <= size.events() && left.bytes() <= size.bytes()) {
        break;
      }
      left = left.minus(Load.of(row));
      surplus.add(row);
    }
    return surplus;
  }

  /** Forgets those of a family that the store has removed by itself. */
  void forgetRemoved(Identifier home, Predicate<EventId> isStillHeld) {
    for (Entry entry : of(home)) {
      if (!isStillHeld.test(entry.id())) {
        remove(entry.id());
      }
    }
  }

  synchronized Optional<Entry> find(EventId id) {
    return Optional.ofNullable(byId.get(id));
  }

  synchronized List<Entry> of(Identifier home) {
    return List.copyOf(byHome.getOrDefault(home, new TreeMap<>()).values());
  }

  synchronized List<Entry> all() {
    return List.copyOf(byId.values());
  }

  synchronized int count() {
    return byId.size();
  }

  /** Returns what the held events take on disk. */
  synchronized long bytes() {
    return bytes;
  }

  /** Returns what waits when this event does. */
  static Ticket ticketOf(Waiting row) {
    return switch (row.kind()) {
      case Kinds.ANNOUNCEMENT ->
          new Ticket.OfAnnouncement(new RepoAddress(row.author(), row.until().home()));
      case Kinds.REPO_STATE -> new Ticket.OfState(row.id());
      case Kinds.PULL_REQUEST, Kinds.PULL_REQUEST_UPDATE -> new Ticket.OfPullRequest(row.id());
      default -> throw new IllegalArgumentException("such events do not wait: " + row);
    };
  }
}
