package dev.graspd.server.gate;

import dev.graspd.core.purgatory.Input;
import dev.graspd.core.purgatory.Phase;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.RepositoryStore;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes up what an earlier process has left: what waits, and what a crash has kept unfinished. */
final class Resumption {
  private static final Logger LOG = LoggerFactory.getLogger(Resumption.class);

  private final HostingState state;
  private final RepositoryStore repositories;
  private final Deletions deletions;
  private final Leftovers leftovers;

  Resumption(
      HostingState state, RepositoryStore repositories, Deletions deletions, Leftovers leftovers) {
    this.state = state;
    this.repositories = repositories;
    this.deletions = deletions;
    this.leftovers = leftovers;
  }

  /** Tells purgatory what waited when the earlier process ended, each with the rest of its time. */
  void tellPurgatory() {
    for (HeldIndex.Entry one : state.held().all()) {
      Phase phase = one.until().lapsed() ? Phase.REMEMBERED : Phase.WAITING;
      tell(new Input.Restored(one.ticket(), phase, one.until().deadlineNanos()));
    }
    for (Placeholder one : state.shelves().all()) {
      tell(new Input.Restored(FamilyWriter.ticketOf(one), Phase.WAITING, one.deadlineNanos()));
    }
  }

  private void tell(Input input) {
    state.purgatory().add(input);
  }

  /** Brings what a crash has left into line, while the server runs already. */
  void startReconciling() {
    Thread.ofVirtual().name("reconcile").start(this::reconcile);
  }

  private void reconcile() {
    SortedSet<Identifier> families = new TreeSet<>();
    repositories.allRefs().keySet().forEach(address -> families.add(address.identifier()));
    repositories.allSubmissions().forEach(one -> families.add(one.family()));
    repositories.allArrived().forEach(one -> families.add(one.family()));
    state.held().all().forEach(entry -> families.add(entry.until().home()));
    var _ =
        deletions
            .reconcile(families)
            .whenComplete((changed, fault) -> {
              if (fault != null) {
                LOG.debug("not all repositories were looked at", fault);
              } else if (changed > 0) {
                LOG.info("{} repositories were brought into line with their events", changed);
              }
              leftovers.fromBefore();
            });
  }
}
