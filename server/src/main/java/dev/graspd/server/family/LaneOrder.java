package dev.graspd.server.family;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.charge.Payer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/**
 * Decides which work is next in which lanes. In each lane a payer has one place in the queue: its
 * next work queues when its last one has ended, behind the work of others that came meanwhile. So
 * payers are served in turn, and the work of one payer keeps its order. An IPv6 /48 has one place,
 * too, for which its networks take turns.
 *
 * <p>The {@link Group} whose last turn is longest ago is next: strangers from a thousand addresses
 * leave every other turn to the owners.
 *
 * <p>Work that needs several lanes joins all queues at once, so that all queues have the same order
 * and there is no deadlock. While one of its lanes is taken, others may overtake it in the free
 * ones: otherwise a busy lane could block any other through such work. After {@link #OVERTAKEN_MAX}
 * times its lanes wait for it.
 *
 * <p>Not thread-safe.
 */
final class LaneOrder<W> {
  /** How often others overtake work that needs several lanes. */
  static final int OVERTAKEN_MAX = 1_000;

  /** Groups that are served in turn. */
  enum Group {
    /** Events of keys that have a repository of this name here. */
    OWNERS,
    /** Pushes, whose sender is unknown. */
    PUSHES,
    /** Events of everybody else. */
    OTHERS,
    /** The server's own work. */
    SERVER
  }

  /** Work that wants lanes. */
  static final class Entrant<W> {
    private final Group group;
    private final List<Optional<Payer>> turns;
    private final SortedSet<Identifier> lanes;
    private final W work;

    /** How many of its turns it queues for. */
    private int linedUp;

    /** Lines of the last turn in which other work is first. */
    private int behind;

    /** How many of its lanes are taken. */
    private int taken;

    /** How often later work was first in one of its lanes. */
    private int overtaken;

    /**
     * Creates an entrant.
     *
     * @param payer whose turn it needs; empty for the server
     */
    Entrant(Group group, Optional<Payer> payer, SortedSet<Identifier> lanes, W work) {
      this.group = group;
      Optional<Payer> site = payer.flatMap(Payer::site);
      this.turns = site.isPresent() ? List.of(payer, site) : List.of(payer);
      this.lanes = lanes;
      this.work = work;
    }

    private boolean isOvertakenTooOften() {
      return overtaken >= OVERTAKEN_MAX;
    }
  }

  /** The work of one payer or site in one lane; the first has the payer's place. */
  private record Line(Optional<Payer> whose, Identifier lane) {}

  /** One lane and its queue. */
  private static final class Lane<W> {
    private final Deque<Entrant<W>> queue = new ArrayDeque<>();
    private final Map<Group, Long> lastTurns = new EnumMap<>(Group.class);
    private long turns;
    private boolean isTaken;

    private void taken(Group group) {
      isTaken = true;
      turns++;
      lastTurns.put(group, turns);
    }

    private long lastTurn(Entrant<W> one) {
      return lastTurns.getOrDefault(one.group, 0L);
    }
  }

  private final Map<Line, Deque<Entrant<W>>> lines = new HashMap<>();
  private final Map<Identifier, Lane<W>> lanes = new HashMap<>();

  /** Adds work; returns it if it may begin now. */
  List<W> enter(Entrant<W> one) {
    List<W> ready = new ArrayList<>();
    lineUp(one, ready);
    return ready;
  }

  /** Ends work that had begun; returns the work that may begin now. */
  List<W> leave(Entrant<W> one) {
    List<W> ready = new ArrayList<>();
    for (Identifier name : one.lanes) {
      Lane<W> lane = laneOf(name);
      lane.isTaken = false;
      lane.queue.forEach(other -> other.taken--);
    }
    // Queued work comes before the next work of the same payer.
    one.lanes.forEach(name -> beginNext(laneOf(name), ready));
    for (Optional<Payer> whose : one.turns.reversed()) {
      one.lanes.forEach(name -> leaveLine(new Line(whose, name), ready));
    }
    one.lanes.forEach(this::forgetEmpty);
    return ready;
  }

  private void lineUp(Entrant<W> one, List<W> ready) {
    while (one.linedUp < one.turns.size()) {
      Optional<Payer> whose = one.turns.get(one.linedUp);
      one.linedUp++;
      for (Identifier name : one.lanes) {
        Deque<Entrant<W>> line =
            lines.computeIfAbsent(new Line(whose, name), _ -> new ArrayDeque<>());
        one.behind += line.isEmpty() ? 0 : 1;
        line.addLast(one);
      }
      if (one.behind > 0) {
        return;
      }
    }
    queue(one, ready);
  }

  private void leaveLine(Line key, List<W> ready) {
    Deque<Entrant<W>> line = Objects.requireNonNull(lines.get(key));
    line.removeFirst();
    if (line.isEmpty()) {
      lines.remove(key);
      return;
    }
    Entrant<W> first = line.getFirst();
    first.behind--;
    if (first.behind == 0) {
      lineUp(first, ready);
    }
  }

  private void queue(Entrant<W> one, List<W> ready) {
    for (Identifier name : one.lanes) {
      Lane<W> lane = lanes.computeIfAbsent(name, _ -> new Lane<>());
      one.taken += lane.isTaken ? 1 : 0;
      lane.queue.addLast(one);
    }
    if (mayBegin(one)) {
      begin(one, ready);
    }
  }

  private void beginNext(Lane<W> lane, List<W> ready) {
    if (lane.isTaken) {
      return;
    }
    candidates(lane).stream()
        .min(
            Comparator.comparing((Entrant<W> one) -> !one.isOvertakenTooOften())
                .thenComparingLong(lane::lastTurn))
        .ifPresent(one -> begin(one, ready));
  }

  /** The first of each group that may begin, up to work that was overtaken too often. */
  private List<Entrant<W>> candidates(Lane<W> lane) {
    List<Entrant<W>> first = new ArrayList<>();
    Set<Group> groups = EnumSet.noneOf(Group.class);
    for (Entrant<W> one : lane.queue) {
      if ((one.isOvertakenTooOften() || !groups.contains(one.group)) && mayBegin(one)) {
        first.add(one);
        groups.add(one.group);
      }
      if (one.isOvertakenTooOften() || groups.size() == Group.values().length) {
        break;
      }
    }
    return first;
  }

  private boolean mayBegin(Entrant<W> one) {
    return one.taken == 0
        && one.lanes.stream().noneMatch(name -> isKeptForAnother(laneOf(name), one));
  }

  private boolean isKeptForAnother(Lane<W> lane, Entrant<W> one) {
    for (Entrant<W> other : lane.queue) {
      if (other == one) {
        return false;
      }
      if (other.isOvertakenTooOften()) {
        return true;
      }
    }
    return false;
  }

  private void begin(Entrant<W> one, List<W> ready) {
    for (Identifier name : one.lanes) {
      Lane<W> lane = laneOf(name);
      lane.taken(one.group);
      boolean isBefore = true;
      for (Entrant<W> other : lane.queue) {
        isBefore &= other != one;
        other.taken++;
        other.overtaken += isBefore ? 1 : 0;
      }
      lane.queue.remove(one);
    }
    ready.add(one.work);
  }

  private Lane<W> laneOf(Identifier name) {
    return Objects.requireNonNull(lanes.get(name));
  }

  private void forgetEmpty(Identifier name) {
    Lane<W> lane = laneOf(name);
    if (!lane.isTaken && lane.queue.isEmpty()) {
      lanes.remove(name);
    }
  }

  boolean isEmpty() {
    return lines.isEmpty() && lanes.isEmpty();
  }
}
