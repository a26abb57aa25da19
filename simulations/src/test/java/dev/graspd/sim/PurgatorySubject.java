package dev.graspd.sim;

import dev.graspd.core.machine.Machine;
import dev.graspd.core.machine.Now;
import dev.graspd.core.purgatory.Action;
import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.purgatory.Purgatory;
import dev.graspd.core.purgatory.Ticket;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The machine as it is; its subclasses have one fault each, which the checks must find. */
class PurgatorySubject implements Machine<Input, Action> {
  private final Purgatory machine = new Purgatory();

  @Override
  public List<Action> on(Input input, Now now) {
    return machine.on(input, now);
  }

  @Override
  public OptionalLong nextWakeNanos() {
    return machine.nextWakeNanos();
  }

  final Optional<Phase> phaseOf(Ticket ticket) {
    return machine.phaseOf(ticket);
  }
}
