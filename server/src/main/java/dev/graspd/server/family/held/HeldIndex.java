package dev.graspd.server.family.held;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.room.Rooms;
import dev.graspd.core.policy.room.Rooms.Load;
import dev.graspd.core.policy.room.Rooms.Occupancy;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.base.UptimeClock;
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

/**
 * The index of held events in memory: a small row for each event, whatever its size, and how much
 * waits of strangers, of each key and of each sender. The events themselves are in the store.
 * Thread-safe.
 */
public final class HeldIndex {
  /** A held event, without reading it. */
  public record Entry(Waiting row) {
    public EventId id() {
      return row.id();
    }

    public int kind() {
      return row.kind();
    }

    public PublicKey author() {
      return row.author();
    }

    public Wait until() {
      return row.until();
    }

    public Ticket ticket() {
      return ticketOf(row);
    }

    /** Returns when it lapses, or lapsed, on the calendar. */
    public Instant end(UptimeClock clock) {
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

  /** Loads the held events. Their rows are charged even beyond the budget. */
  public HeldIndex(List<Waiting> waiting, ByteBudget rowBytes) {
    this.rows = rowBytes.force(Payer.operator(), 0);
    waiting.forEach(this::put);
  }

  /** Loads the held events without a budget. */
  public HeldIndex(List<Waiting> waiting) {
    this(waiting, new ByteBudget("held_rows", Long.MAX_VALUE));
  }

  /** The wait of an event began, or was changed. */
  public record Begun(Optional<Waiting> before, Waiting now) {}

  /** What is different when the rows of a family were read again. */
  public record Difference(List<Entry> gone, List<Begun> begun) {}

  /** Takes over the rows of all held events of a family. */
  public synchronized Difference replace(Identifier home, List<Waiting> rows) {
    Map<EventId, Entry> gone = new TreeMap<>(byHome.getOrDefault(home, new TreeMap<>()));
    List<Begun> begun = new ArrayList<>();
    for (Waiting row : rows) {
      gone.remove(row.id());
      Entry before = byId.get(row.id());
      if (before == null || !before.row().equals(row)) {
        begun.add(new Begun(Optional.ofNullable(before).map(Entry::row), row));
        put(row);
      }
    }
    gone.keySet().forEach(this::remove);
    return new Difference(List.copyOf(gone.values()), begun);
  }

  private synchronized void put(Waiting row) {
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

  private synchronized Optional<Entry> remove(EventId id) {
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

  /** Returns how much waits of strangers, for the decision on an event. */
  public synchronized Occupancy strangers(Waiting asking) {
    return new Occupancy(
        waitingStrangers,
        byKey.getOrDefault(asking.author(), Load.NONE),
        byAddress.getOrDefault(asking.from().address(), Load.NONE),
        bySite.getOrDefault(asking.from().site(), Load.NONE));
  }

  /** Returns lapsed events of strangers that must go, because too much is held. */
  public synchronized List<Waiting> surplus(Load size) {
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

  public synchronized Optional<Entry> find(EventId id) {
    return Optional.ofNullable(byId.get(id));
  }

  public synchronized List<Entry> of(Identifier home) {
    return List.copyOf(byHome.getOrDefault(home, new TreeMap<>()).values());
  }

  public synchronized List<Entry> all() {
    return List.copyOf(byId.values());
  }

  synchronized int count() {
    return byId.size();
  }

  /** Returns how many bytes the held events take on disk. */
  synchronized long bytes() {
    return bytes;
  }

  /** Returns purgatory's ticket of a held event. */
  public static Ticket ticketOf(Waiting row) {
    return switch (row.kind()) {
      case Kinds.ANNOUNCEMENT ->
          new Ticket.OfAnnouncement(new RepoAddress(row.author(), row.until().home()));
      case Kinds.REPO_STATE -> new Ticket.OfState(row.id());
      case Kinds.PULL_REQUEST, Kinds.PULL_REQUEST_UPDATE -> new Ticket.OfPullRequest(row.id());
      default -> throw new IllegalArgumentException("such events do not wait: " + row);
    };
  }
}
