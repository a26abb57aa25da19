package dev.graspd.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.purgatory.Ticket;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rows of what waits, as the server keeps them on disk, each with the true moment it began.
 * Every end is held against the time that servers have really been running since.
 */
final class PurgatoryRows {
  /** What a crash gives back of a life at most. */
  private static final long GIVEN_BACK = Duration.ofSeconds(10).toNanos();

  private static final long EXACT = Duration.ofSeconds(1).toNanos();

  /** A row: what the disk has, and what the test knows. */
  record Row(Phase phase, long deadlineNanos, Moment begun, boolean excused) {}

  private final SortedMap<Ticket, Row> rows = new TreeMap<>();

  SortedMap<Ticket, Row> all() {
    return rows;
  }

  Optional<Row> find(Ticket ticket) {
    return Optional.ofNullable(rows.get(ticket));
  }

  void begin(Ticket ticket, Moment moment) {
    long deadline = moment.now().after(ticket.life());
    rows.put(ticket, new Row(Phase.WAITING, deadline, moment, false));
  }

  /** A new life, counted from when the machine said so, which was a while ago. */
  void revive(Ticket ticket, long deadlineNanos, Moment moment) {
    long ago = moment.now().after(ticket.life()) - deadlineNanos;
    Moment said =
        new Moment(
            moment.now(),
            moment.aliveNanos() - ago,
            moment.crashes(),
            moment.starts(),
            moment.excused());
    rows.put(ticket, new Row(Phase.WAITING, deadlineNanos, said, moment.excused()));
  }

  void settle(Ticket ticket) {
    rows.remove(ticket);
  }

  /** Being late is remembered: a row that was kept waiting once has no exact end any more. */
  void excuse() {
    rows.replaceAll((_, row) -> new Row(row.phase(), row.deadlineNanos(), row.begun(), true));
  }

  boolean isDue(Ticket ticket, Moment moment) {
    return find(ticket).filter(row -> row.deadlineNanos() <= moment.now().nanos()).isPresent();
  }

  void lapse(Ticket ticket, long memoryEndsNanos, Moment moment) {
    Row row = rows.get(ticket);
    checkLived(ticket, row, ticket.life(), "lapsed", moment);
    rows.put(ticket, new Row(Phase.REMEMBERED, memoryEndsNanos, row.begun(), row.excused()));
  }

  void forget(Ticket ticket, Moment moment) {
    Row row = rows.remove(ticket);
    checkLived(ticket, row, ticket.life().plus(ticket.memory()), "forgotten", moment);
  }

  private static void checkLived(
      Ticket ticket, Row row, Duration promised, String end, Moment moment) {
    long lived = moment.aliveNanos() - row.begun().aliveNanos();
    assertThat(lived)
        .as("%s was %s before its time", ticket, end)
        .isGreaterThanOrEqualTo(promised.toNanos());
    if (!row.excused() && !moment.excused()) {
      int crashes = moment.crashes() - row.begun().crashes();
      int starts = 1 + moment.starts() - row.begun().starts();
      // Two ends, each said once for every start, are under way for a while.
      long underWay = 2L * starts * Simulation.DELAY_MAX.toNanos();
      assertThat(lived)
          .as("%s was %s after its time", ticket, end)
          .isLessThanOrEqualTo(promised.toNanos() + crashes * GIVEN_BACK + EXACT + underWay);
    }
  }
}
