package dev.graspd.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.purgatory.Action;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.purgatory.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one run of the machine has been told, and whether what it says follows from that. A naive
 * second opinion: it never predicts, it only agrees or not.
 */
final class PurgatoryWords {
  private static final long DAY = Duration.ofHours(24).toNanos();
  private static final long EXACT = Duration.ofSeconds(1).toNanos();

  private record Known(Phase phase, long deadlineNanos, long sinceNanos) {}

  private final SortedMap<Ticket, Known> known = new TreeMap<>();
  private final SortedMap<Ticket, Long> revived = new TreeMap<>();

  void said(Input input, List<Action> actions, Moment moment) {
    long now = moment.now().nanos();
    switch (input) {
      case Input.Restored(var ticket, var phase, var deadline) ->
          known.put(ticket, new Known(phase, deadline, now));
      case Input.Settled(var ticket) -> {
        known.remove(ticket);
        revived.remove(ticket);
      }
      case Input.SeenByDailySync _, Input.Woken _ -> {}
      case Input.Arrived _, Input.Renewed _ -> throw new IllegalStateException("not from here");
    }
    for (Action action : actions) {
      switch (action) {
        case Action.Lapse(var ticket) -> checkEnd(ticket, Phase.WAITING, moment);
        case Action.Save(var ticket, var phase, var deadline) -> {
          long expected =
              phase == Phase.WAITING
                  ? revived(ticket, input, moment)
                  : known.get(ticket).deadlineNanos() + ticket.memory().toNanos();
          assertThat(deadline).as("deadline of %s, now %s", ticket, phase).isEqualTo(expected);
          known.put(ticket, new Known(phase, deadline, now));
        }
        case Action.Forget(var ticket) -> {
          boolean hasMemory = ticket.memory().isPositive();
          checkEnd(ticket, hasMemory ? Phase.REMEMBERED : Phase.WAITING, moment);
          known.remove(ticket);
          revived.remove(ticket);
        }
      }
    }
    assertThat(nextWakeNanos().orElse(Long.MAX_VALUE)).as("overdue").isGreaterThan(now);
  }

  private long revived(Ticket ticket, Input input, Moment moment) {
    long now = moment.now().nanos();
    assertThat(input).isEqualTo(new Input.SeenByDailySync(ticket));
    assertThat(phaseOf(ticket)).as("phase of the revived").contains(Phase.REMEMBERED);
    Long before = revived.put(ticket, now);
    if (before != null) {
      assertThat(now - before).as("%s revived again", ticket).isGreaterThanOrEqualTo(DAY);
    }
    return moment.now().after(ticket.life());
  }

  private void checkEnd(Ticket ticket, Phase phase, Moment moment) {
    Known entry = known.get(ticket);
    assertThat(entry).as("%s ends but is not known", ticket).isNotNull();
    assertThat(entry.phase()).as("phase of %s at its end", ticket).isEqualTo(phase);
    long late = moment.now().nanos() - entry.deadlineNanos();
    assertThat(late).as("%s ends early", ticket).isNotNegative();
    boolean wasToldInTime = entry.sinceNanos() <= entry.deadlineNanos();
    if (!moment.excused() && wasToldInTime) {
      assertThat(late).as("%s ends late", ticket).isLessThanOrEqualTo(EXACT);
    }
  }

  Optional<Phase> phaseOf(Ticket ticket) {
    return Optional.ofNullable(known.get(ticket)).map(Known::phase);
  }

  /** Returns when the machine must want to be woken. */
  OptionalLong nextWakeNanos() {
    return known.values().stream().mapToLong(Known::deadlineNanos).min();
  }
}
