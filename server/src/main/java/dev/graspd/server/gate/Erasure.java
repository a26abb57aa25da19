package dev.graspd.server.gate;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.Holding.Phase;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/**
 * Erases what is kept of a repository: its events, then the objects that nothing else needs, then
 * the note of it. Ended at any point, it goes on where the note says. Blocks. Thread-safe.
 */
final class Erasure {
  private static final int SLICE_EVENTS = 500;

  private final EventStore store;
  private final RepositoryStore repositories;
  private final Upkeep upkeep;
  private final FailPoints failPoints;

  Erasure(EventStore store, RepositoryStore repositories, Upkeep upkeep, FailPoints failPoints) {
    this.store = store;
    this.repositories = repositories;
    this.upkeep = upkeep;
    this.failPoints = failPoints;
  }

  /** Returns whether it is erased now; not if it came back, or a later one took its place. */
  boolean erase(Holding holding) {
    if (!write(tx -> begin(tx, holding))) {
      return false;
    }
    failPoints.reach(FailPoints.ERASURE_BEGUN);
    while (write(tx -> discard(tx, holding))) {
      failPoints.reach(FailPoints.ERASURE_DISCARDED);
    }
    if (hasObjects(holding)) {
      awaited(upkeep.prune(holding.repository().identifier()));
    }
    failPoints.reach(FailPoints.ERASURE_PRUNED);
    return write(tx -> erasing(tx, holding).isPresent() && tx.removeHolding(holding.repository()));
  }

  /** It may wait for readers and backups: whoever ends the server does not. */
  private static void awaited(CompletionStage<Void> pruned) {
    try {
      var _ = pruned.toCompletableFuture().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  private interface Work {
    boolean run(StoreTransaction tx);
  }

  private boolean write(Work work) {
    return store.write(work::run).toCompletableFuture().join();
  }

  private static boolean begin(StoreTransaction tx, Holding holding) {
    Optional<Holding> row =
        tx.holding(holding.repository())
            .filter(holding::isSameAs)
            .filter(one -> one.phase() != Phase.RESTORING);
    row.ifPresent(one -> tx.putHolding(one.withPhase(Phase.ERASING)));
    return row.isPresent();
  }

  private static boolean discard(StoreTransaction tx, Holding holding) {
    return erasing(tx, holding).isPresent()
        && tx.discardAside(holding.repository(), SLICE_EVENTS) > 0;
  }

  private static Optional<Holding> erasing(StoreTransaction tx, Holding holding) {
    return tx.holding(holding.repository())
        .filter(row -> row.isSameAs(holding) && row.phase() == Phase.ERASING);
  }

  /** One that never had git data costs its family no look at all of its objects. */
  private boolean hasObjects(Holding holding) {
    RepoAddress repository = holding.repository();
    return !holding.refs().isEmpty()
        || repositories.packs(repository.identifier()).stream()
            .anyMatch(pack -> pack.shares().containsKey(repository.owner()));
  }
}
