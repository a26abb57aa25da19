package dev.graspd.server.app.server;

import dev.graspd.core.role.Role;
import dev.graspd.server.role.Candidacy;
import dev.graspd.server.role.Duty;
import dev.graspd.server.role.Roles;
import java.util.Deque;
import java.util.Optional;

/** A duty that has its place in the shutdown before it is offered. */
final class DutySlot {
  private final Roles roles;
  private Optional<Candidacy> candidacy = Optional.empty();

  private DutySlot(Roles roles) {
    this.roles = roles;
  }

  /** Returns a slot that is closed after all that is added to the closers from now on. */
  static DutySlot in(Deque<Runnable> closers, Roles roles) {
    DutySlot slot = new DutySlot(roles);
    closers.push(slot::close);
    return slot;
  }

  void offer(Role role, Duty duty) {
    candidacy = Optional.of(roles.offer(role, duty));
  }

  /** Lets the work begin nothing new; the shutdown waits for its end later. */
  void stop() {
    candidacy.ifPresent(Candidacy::stop);
  }

  private void close() {
    candidacy.ifPresent(Candidacy::close);
  }
}
