package dev.graspd.server.hosting;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.RepositoryStore.Rows;
import dev.graspd.core.store.RepositoryStore.Settled;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.FamilyWalk;
import dev.graspd.server.family.ended.Deletions;
import dev.graspd.server.family.packs.OrphanedPacks;
import dev.graspd.server.gate.StoreFaults;
import dev.graspd.server.role.Mandate;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes what a crash interrupted, in the families that have changed since the last start that
 * finished this. The store remembers how far it is, so a start reads nothing of the others. Under
 * other rules, or another release, all families are visited once more. For one thread.
 */
final class ChangedFamilies {
  private static final Logger LOG = LoggerFactory.getLogger(ChangedFamilies.class);

  /** Records at the end of the log that a crash may have interrupted: their families go first. */
  private static final long RECENT = 256;

  /** Families between two writes of the position, each of which syncs the disk. */
  private static final int REMEMBERED_EVERY = 1_024;

  private final EventStore events;
  private final RepositoryStore repositories;
  private final Deletions deletions;
  private final OrphanedPacks orphans;
  private final String rules;
  private long changed;
  private int unremembered;

  ChangedFamilies(
      EventStore events,
      RepositoryStore repositories,
      Deletions deletions,
      OrphanedPacks orphans,
      String rules) {
    this.events = events;
    this.repositories = repositories;
    this.deletions = deletions;
    this.orphans = orphans;
    this.rules = rules;
  }

  /** Visits the families; returns how many were brought into line. Blocks. */
  long finish(Mandate mandate, BooleanSupplier isOver) throws InterruptedException {
    changed = 0;
    unremembered = 0;
    long until = events.lastSeq();
    long settled =
        repositories
            .settled()
            .filter(one -> one.rules().equals(rules))
            .map(Settled::seq)
            .orElse(0L);
    long recent = Math.max(settled, until - RECENT);
    if (settled == 0) {
      remember(0, mandate);
    }
    FamilyWalk walk = new FamilyWalk(repositories, isOver);
    walk.visitChanged(recent, until, this::visit, _ -> {});
    if (settled == 0) {
      visitUnchanged(walk);
    }
    walk.visitChanged(settled, recent, this::visit, seq -> reached(seq, mandate));
    // A walk that ended early has not reached the end.
    if (settled < until && !isOver.getAsBoolean()) {
      remember(until, mandate);
    }
    return changed;
  }

  /** A store of an earlier release has no version of a family that has not changed since. */
  private void visitUnchanged(FamilyWalk walk) throws InterruptedException {
    for (Rows rows : Rows.values()) {
      long _ =
          walk.visit(
              rows,
              family -> {
                if (repositories.version(family) == 0) {
                  visit(family);
                }
              });
    }
  }

  /** A family that cannot be finished gets a new version, so that the next start visits it. */
  private void visit(Identifier family) {
    unremembered++;
    boolean isOrphaned = orphans.isOrphaned(family);
    if (!isInLine(family) || isOrphaned) {
      Await.write(events, tx -> tx.repositories().raise(family));
    }
    if (isOrphaned) {
      orphans.withdrawn(family);
    }
  }

  private boolean isInLine(Identifier family) {
    try {
      changed += deletions.reconcile(family) ? 1 : 0;
      return true;
    } catch (RuntimeException e) {
      if (StoreFaults.isNews(e)) {
        LOG.warn("family {} could not be brought into line with its events", family, e);
      }
      return false;
    }
  }

  private void reached(long seq, Mandate mandate) {
    if (unremembered >= REMEMBERED_EVERY) {
      remember(seq, mandate);
    }
  }

  private void remember(long seq, Mandate mandate) {
    unremembered = 0;
    Await.write(
        events,
        tx -> {
          mandate.require(tx);
          tx.repositories().putSettled(new Settled(seq, rules));
        });
  }
}
