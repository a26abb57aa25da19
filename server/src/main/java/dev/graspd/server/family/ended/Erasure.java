package dev.graspd.server.family.ended;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.core.store.ended.EndedRepository.Phase;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.role.Mandate;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * Erases an ended repository: its events, then the objects that nothing else needs, then its row.
 * After a crash it continues where the row says. Blocks. Thread-safe.
 *
 * @param mandate the role that it writes under
 */
public record Erasure(
    EventStore store,
    RepositoryStore repositories,
    Function<Identifier, CompletionStage<Void>> prune,
    FailPoints failPoints,
    Mandate mandate) {
  private static final int SLICE_EVENTS = 500;

  /** Returns the same under a role. */
  Erasure under(Mandate other) {
    return new Erasure(store, repositories, prune, failPoints, other);
  }

  /** Returns whether it is erased now; not if it was restored, or ended again since. */
  boolean erase(EndedRepository ended) {
    if (!write(tx -> begin(tx, ended))) {
      return false;
    }
    failPoints.reach(FailPoints.ERASURE_BEGUN);
    while (write(tx -> discard(tx, ended))) {
      failPoints.reach(FailPoints.ERASURE_DISCARDED);
    }
    if (hasObjects(ended)) {
      awaited(prune.apply(ended.repository().identifier()));
    }
    failPoints.reach(FailPoints.ERASURE_PRUNED);
    return write(tx -> erasing(tx, ended).isPresent() && tx.ended().remove(ended.repository()));
  }

  /** This may wait for readers and backups, so an interrupt ends it. */
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
    return Await.answerOf(
        store.write(tx -> {
          mandate.require(tx);
          return work.run(tx);
        }));
  }

  private static boolean begin(StoreTransaction tx, EndedRepository ended) {
    Optional<EndedRepository> row =
        tx.ended()
            .find(ended.repository())
            .filter(ended::isSameAs)
            .filter(one -> one.phase() != Phase.RESTORING);
    row.ifPresent(one -> tx.ended().put(one.withPhase(Phase.ERASING)));
    return row.isPresent();
  }

  private static boolean discard(StoreTransaction tx, EndedRepository ended) {
    return erasing(tx, ended).isPresent()
        && tx.ended().discardAside(ended.repository(), SLICE_EVENTS) > 0;
  }

  private static Optional<EndedRepository> erasing(StoreTransaction tx, EndedRepository ended) {
    return tx.ended()
        .find(ended.repository())
        .filter(row -> row.isSameAs(ended) && row.phase() == Phase.ERASING);
  }

  /** Without git data of its own, the family need not be pruned. */
  private boolean hasObjects(EndedRepository ended) {
    RepoAddress repository = ended.repository();
    return !ended.refs().isEmpty()
        || repositories.packs(repository.identifier()).stream()
            .anyMatch(pack -> pack.shares().containsKey(repository.owner()));
  }
}
