package dev.graspd.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Machine;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.purgatory.Action;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What surrounds purgatory: clients, pushes and peers change the rows first and tell the machine
 * afterwards; actions of the machine are checked again before they are carried out, as the server
 * does inside the lane of a family.
 */
class PurgatoryWorld implements World<Input, Action> {
  private static final int REPOSITORIES = 3;
  private static final List<Ticket> TICKETS =
      IntStream.rangeClosed(1, REPOSITORIES).boxed().flatMap(PurgatoryWorld::ticketsOf).toList();

  final PurgatoryRows rows = new PurgatoryRows();
  private final Supplier<PurgatorySubject> machines;
  private PurgatorySubject machine;
  private PurgatoryWords words = new PurgatoryWords();
  private int lapsed;
  private int forgotten;
  private int revived;

  PurgatoryWorld(Supplier<PurgatorySubject> machines) {
    this.machines = machines;
    this.machine = machines.get();
  }

  private static Stream<Ticket> ticketsOf(int number) {
    String hex = "%064x".formatted(number);
    EventId id = EventId.parse(hex);
    RepoAddress repository = new RepoAddress(PublicKey.parse(hex), new Identifier("r" + number));
    return Stream.of(
        new Ticket.OfAnnouncement(repository),
        new Ticket.OfState(id),
        new Ticket.OfPullRequest(id),
        new Ticket.OfPush(repository, id));
  }

  @Override
  public Machine<Input, Action> start() {
    machine = machines.get();
    words = new PurgatoryWords();
    return machine;
  }

  @Override
  public List<Input> restored() {
    return rows.all().entrySet().stream()
        .<Input>map(entry ->
            new Input.Restored(
                entry.getKey(), entry.getValue().phase(), entry.getValue().deadlineNanos()))
        .toList();
  }

  @Override
  public Input woken() {
    return new Input.Woken();
  }

  @Override
  public void happen(Stage<Input> stage) {
    Ticket ticket = TICKETS.get(stage.random().nextInt(TICKETS.size()));
    switch (stage.random().nextInt(10)) {
      case 0, 1, 2, 3, 4 -> begin(ticket, stage);
      case 5 -> settle(ticket, stage);
      case 6 -> {
        // A newer version takes its place under the same name.
        settle(ticket, stage);
        begin(ticket, stage);
      }
      default -> dailySync(stage);
    }
  }

  /** It arrives, or has its full time again: for the disk these are the same. */
  private void begin(Ticket ticket, Stage<Input> stage) {
    rows.begin(ticket, stage.moment());
    stage.written();
    long deadline = rows.all().get(ticket).deadlineNanos();
    stage.tell(new Input.Restored(ticket, Phase.WAITING, deadline));
  }

  /** Sees what concerns one repository. */
  private static void dailySync(Stage<Input> stage) {
    ticketsOf(stage.random().nextInt(1, REPOSITORIES + 1))
        .forEach(ticket -> stage.tell(new Input.SeenByDailySync(ticket)));
  }

  private void settle(Ticket ticket, Stage<Input> stage) {
    if (rows.find(ticket).isPresent()) {
      rows.settle(ticket);
      stage.written();
      stage.tell(new Input.Settled(ticket));
    }
  }

  @Override
  public void said(Input input, List<Action> actions, Moment moment) {
    words.said(input, actions, moment);
    assertThat(machine.nextWakeNanos()).as("next wake-up").isEqualTo(words.nextWakeNanos());
    checkPhases("the machine does not know better", words::phaseOf);
  }

  private void checkPhases(String what, Function<Ticket, Optional<Phase>> expected) {
    for (Ticket ticket : TICKETS) {
      // An assertion that holds is dear when it is made a hundred million times.
      if (!machine.phaseOf(ticket).equals(expected.apply(ticket))) {
        assertThat(machine.phaseOf(ticket))
            .as("%s: %s", what, ticket)
            .isEqualTo(expected.apply(ticket));
      }
    }
  }

  @Override
  public void perform(Action action, Stage<Input> stage) {
    switch (action) {
      case Action.Save(var ticket, var phase, var deadline) -> {
        if (phase == Phase.REMEMBERED) {
          lapse(ticket, deadline, stage);
        } else {
          revive(ticket, deadline, stage);
        }
      }
      case Action.Lapse _ -> {}
      case Action.Forget(var ticket) -> forget(ticket, stage);
    }
  }

  /** It may have been settled, or have got its time again, while this was under way. */
  boolean isStillDue(Ticket ticket, Moment moment) {
    return rows.isDue(ticket, moment);
  }

  private boolean isIn(Ticket ticket, Phase phase) {
    return rows.find(ticket).filter(row -> row.phase() == phase).isPresent();
  }

  private void lapse(Ticket ticket, long memoryEndsNanos, Stage<Input> stage) {
    if (isIn(ticket, Phase.WAITING) && isStillDue(ticket, stage.moment())) {
      rows.lapse(ticket, memoryEndsNanos, stage.moment());
      stage.written();
      lapsed++;
    }
  }

  private void forget(Ticket ticket, Stage<Input> stage) {
    if (rows.find(ticket).isPresent() && isStillDue(ticket, stage.moment())) {
      rows.forget(ticket, stage.moment());
      stage.written();
      forgotten++;
    }
  }

  private void revive(Ticket ticket, long deadlineNanos, Stage<Input> stage) {
    if (isIn(ticket, Phase.REMEMBERED)) {
      rows.revive(ticket, deadlineNanos, stage.moment());
      stage.written();
      revived++;
    }
  }

  @Override
  public void check(boolean isQuiet, Moment moment) {
    if (moment.excused()) {
      rows.excuse();
    }
    if (isQuiet) {
      checkPhases("machine and disk differ", this::phaseOnDisk);
    }
  }

  private Optional<Phase> phaseOnDisk(Ticket ticket) {
    return rows.find(ticket).map(PurgatoryRows.Row::phase);
  }

  @Override
  public void checkEnd() {
    assertThat(rows.all()).as("what never ended").isEmpty();
    assertThat(machine.nextWakeNanos()).as("wake-up with nothing left").isEmpty();
  }

  /** How many of each happened, so that a test sees that it is not empty. */
  record Counts(int lapsed, int forgotten, int revived) {
    Counts plus(Counts that) {
      return new Counts(lapsed + that.lapsed, forgotten + that.forgotten, revived + that.revived);
    }
  }

  Counts counts() {
    return new Counts(lapsed, forgotten, revived);
  }
}
