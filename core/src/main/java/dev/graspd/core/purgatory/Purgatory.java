package dev.graspd.core.purgatory;

import dev.graspd.core.machine.Machine;
import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The lifetimes of everything that waits (purgatory.md, section 3). The rows themselves are in the
 * store; this machine knows their deadlines, on the clock that stands still while the server is
 * down. Owned by the purgatory thread.
 */
public final class Purgatory implements Machine<Input, Action> {
  private static final Duration DAILY = Duration.ofHours(24);

  private record Entry(Ticket ticket, Phase phase, long deadlineNanos) {}

  private static final Comparator<Entry> BY_DEADLINE =
      Comparator.comparingLong(Entry::deadlineNanos).thenComparing(Entry::ticket);

  private final SortedMap<Ticket, Entry> entries = new TreeMap<>();
  private final TreeSet<Entry> byDeadline = new TreeSet<>(BY_DEADLINE);

  /** When a daily sync last revived it; forgotten with the entry. */
  private final SortedMap<Ticket, Long> revivedNanos = new TreeMap<>();

  @Override
  public List<Action> on(Input input, Now now) {
    List<Action> actions = new ArrayList<>();
    switch (input) {
      case Input.Arrived(var ticket) -> beginAgain(ticket, now, actions);
      case Input.Restored(var ticket, var phase, var deadline) ->
          put(new Entry(ticket, phase, deadline));
      case Input.Renewed(var ticket) -> {
        if (entries.containsKey(ticket)) {
          beginAgain(ticket, now, actions);
        }
      }
      case Input.SeenByDailySync(var ticket) -> reviveDaily(ticket, now, actions);
      case Input.Settled(var ticket) -> drop(ticket);
      case Input.Woken() -> {}
    }
    expire(now, actions);
    return actions;
  }

  @Override
  public OptionalLong nextWakeNanos() {
    return byDeadline.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(byDeadline.first().deadlineNanos());
  }

  /** Returns the phase of something, if it is known. */
  public Optional<Phase> phaseOf(Ticket ticket) {
    return Optional.ofNullable(entries.get(ticket)).map(Entry::phase);
  }

  /** Returns how many are known in this phase. */
  public long count(Phase phase) {
    return entries.values().stream().filter(entry -> entry.phase() == phase).count();
  }

  private void beginAgain(Ticket ticket, Now now, List<Action> actions) {
    move(new Entry(ticket, Phase.WAITING, now.after(ticket.life())), actions);
  }

  private void reviveDaily(Ticket ticket, Now now, List<Action> actions) {
    boolean lapsed = phaseOf(ticket).filter(phase -> phase == Phase.REMEMBERED).isPresent();
    Long last = revivedNanos.get(ticket);
    if (lapsed && (last == null || now.nanos() - last >= DAILY.toNanos())) {
      revivedNanos.put(ticket, now.nanos());
      beginAgain(ticket, now, actions);
    }
  }

  private void expire(Now now, List<Action> actions) {
    while (!byDeadline.isEmpty() && byDeadline.first().deadlineNanos() <= now.nanos()) {
      Entry due = byDeadline.first();
      if (due.phase() == Phase.WAITING && due.ticket().memory().isPositive()) {
        actions.add(new Action.Lapse(due.ticket()));
        move(new Entry(due.ticket(), Phase.REMEMBERED, memoryEnds(due)), actions);
      } else {
        drop(due.ticket());
        actions.add(new Action.Forget(due.ticket()));
      }
    }
  }

  /** Counted from the deadline, not from now, so that a late wake-up lengthens no lifetime. */
  private static long memoryEnds(Entry due) {
    return due.deadlineNanos() + due.ticket().memory().toNanos();
  }

  private void move(Entry entry, List<Action> actions) {
    put(entry);
    actions.add(new Action.Save(entry.ticket(), entry.phase(), entry.deadlineNanos()));
  }

  private void put(Entry entry) {
    Entry before = entries.put(entry.ticket(), entry);
    if (before != null) {
      byDeadline.remove(before);
    }
    byDeadline.add(entry);
  }

  private void drop(Ticket ticket) {
    Entry before = entries.remove(ticket);
    if (before != null) {
      byDeadline.remove(before);
      revivedNanos.remove(ticket);
    }
  }
}
