package dev.graspd.server.family;

import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.held.ShelvedPushes;
import dev.graspd.server.family.view.FamilyLog;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the rows of a changed family again: its held events and the pushes that wait for their
 * event. Purgatory and the hunt learn what is different from before.
 *
 * @param purgatory learns when waits begin and end
 */
public record FamilyMemory(
    RepositoryStore repositories,
    HeldIndex held,
    ShelvedPushes shelves,
    Consumer<Input> purgatory,
    HuntNotifier hunt)
    implements FamilyLog.Listener {
  @Override
  public void changed(Identifier family, long version) {
    List<Waiting> rows = repositories.waiting(family);
    HeldIndex.Difference events = held.replace(family, rows);
    // Waits end before others begin: a new version may wait under the same name.
    events.gone().forEach(one -> settled(one.ticket()));
    events.begun().forEach(one -> begun(one.now()));
    ShelvedPushes.Difference pushes = shelves.replace(family, repositories.placeholders(family));
    pushes.gone().forEach(one -> settled(ticketOf(one)));
    pushes.begun().forEach(one -> schedule(ticketOf(one), Phase.WAITING, one.deadlineNanos()));
    hunt.changed(family, rows, events.begun());
  }

  private void begun(Waiting row) {
    Wait until = row.until();
    schedule(
        HeldIndex.ticketOf(row),
        until.lapsed() ? Phase.REMEMBERED : Phase.WAITING,
        until.deadlineNanos());
  }

  /** Tells purgatory about all waits, each with the rest of its time. */
  public void tellAll() {
    held.all().forEach(one -> begun(one.row()));
    shelves.all().forEach(one -> schedule(ticketOf(one), Phase.WAITING, one.deadlineNanos()));
  }

  private void schedule(Ticket ticket, Phase phase, long deadlineNanos) {
    purgatory.accept(new Input.Restored(ticket, phase, deadlineNanos));
  }

  private void settled(Ticket ticket) {
    purgatory.accept(new Input.Settled(ticket));
  }

  private static Ticket ticketOf(Placeholder push) {
    return new Ticket.OfPush(push.space(), push.event());
  }
}
