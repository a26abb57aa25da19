package dev.graspd.server.family.packs;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.upkeep.PackFact;
import dev.graspd.core.upkeep.Shares;
import dev.graspd.core.upkeep.Task;
import dev.graspd.server.base.Await;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyWriter.StaleViewException;
import dev.graspd.server.family.StaleViews;
import dev.graspd.server.family.packs.PackRewriting.Extent;
import dev.graspd.server.role.Mandate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repacks families: writes new packs outside the lane, and replaces the old ones in it.
 * Thread-safe.
 *
 * @param mandate the role that it writes under
 */
public record Repacking(
    EventStore store,
    RepositoryStore repositories,
    FamilyRoots roots,
    PackRewriting rewriting,
    FamilyLanes lanes,
    OldPackRemoval removal,
    Executor executor,
    Mandate mandate) {
  private static final Logger LOG = LoggerFactory.getLogger(Repacking.class);

  /** The outcome of a task. */
  public sealed interface Outcome {
    /** Packs were replaced. */
    record Done(int packsBefore, long bytesBefore, int packsAfter, long bytesAfter)
        implements Outcome {}

    /** New objects arrived meanwhile, or objects are lost. */
    record NotNow() implements Outcome {}
  }

  /** Returns the same under a role, for upkeep. */
  public Repacking under(Mandate other) {
    return new Repacking(store, repositories, roots, rewriting, lanes, removal, executor, other);
  }

  /** Returns facts about packs, without packs that are gone. */
  public List<PackFact> facts(Identifier family, List<PackRecord> packs) throws IOException {
    return rewriting.facts(family, names(packs));
  }

  /**
   * Removes objects that {@link FamilyRoots} does not reach. When the stage completes, the family's
   * directory has no such object; a family without reached objects has no directory. It may fail;
   * repeating it is harmless.
   */
  public CompletionStage<Void> prune(Identifier family) {
    try {
      return CompletableFuture.runAsync(() -> exchangeUnneeded(family), executor)
          .thenCompose(_ -> removal.removed(family));
    } catch (RejectedExecutionException e) {
      // The server ends.
      return CompletableFuture.failedFuture(e);
    }
  }

  private void exchangeUnneeded(Identifier family) {
    for (int attempt = 0; attempt < PackRewriting.ATTEMPTS_MAX; attempt++) {
      if (exchanged(needed(family, Long.MAX_VALUE, false, true)) instanceof Outcome.Done) {
        return;
      }
    }
    throw new IllegalStateException(family + " cannot be pruned now");
  }

  /**
   * Runs a task. Blocks until it is done.
   *
   * @param keptSinceSeconds objects that arrived since then stay even if nothing needs them
   */
  public Outcome perform(Identifier family, Task task, long keptSinceSeconds) {
    if (repositories.lost(family).isPresent()) {
      return new Outcome.NotNow();
    }
    Outcome outcome =
        switch (task) {
          case Task.Nothing _ -> new Outcome.NotNow();
          case Task.Join(var packs) ->
              exchanged(new PackRewriting.Order(family, packs, new Extent.All()));
          case Task.Whole(var bitmap) -> exchanged(needed(family, keptSinceSeconds, bitmap, false));
        };
    if (outcome instanceof Outcome.Done) {
      // Nobody waits for the removal of the old packs.
      removal.begin(family);
    }
    return outcome;
  }

  private PackRewriting.Order needed(
      Identifier family, long keptSinceSeconds, boolean bitmap, boolean isWaitedFor) {
    // First the packs: later ones are not part of the order.
    SortedSet<String> packs = names(repositories.packs(family));
    return new PackRewriting.Order(
        family,
        packs,
        new Extent.Needed(
            roots.of(family), roots.shelves(family), keptSinceSeconds, bitmap, isWaitedFor));
  }

  private static SortedSet<String> names(List<PackRecord> packs) {
    return packs.stream().map(PackRecord::name).collect(Collectors.toCollection(TreeSet::new));
  }

  private Outcome exchanged(PackRewriting.Order order) {
    try (PackRewriting.Rewrite rewrite = rewriting.write(order)) {
      return Await.answerOf(lanes.enter(order.family(), () -> exchangedInLane(rewrite)));
    } catch (IOException e) {
      if (isOutdated(order)) {
        // Another task has replaced them, and their files are gone.
        return new Outcome.NotNow();
      }
      throw new UncheckedIOException(e);
    }
  }

  private boolean isOutdated(PackRewriting.Order order) {
    return !names(repositories.packs(order.family())).containsAll(order.packs());
  }

  private Outcome exchangedInLane(PackRewriting.Rewrite rewrite) {
    Identifier family = rewrite.family();
    // First: what changes later makes this an old decision.
    long version = repositories.version(family);
    List<PackRecord> before =
        repositories.packs(family).stream()
            .filter(pack -> rewrite.replaced().contains(pack.name()))
            .toList();
    SortedSet<Oid> needed = roots.of(family);
    boolean isDamaged = repositories.lost(family).isPresent() && !needed.isEmpty();
    try {
      if (isDamaged
          || before.size() != rewrite.replaced().size()
          || !rewrite.isEnough(needed, roots.shelves(family))) {
        return new Outcome.NotNow();
      }
      rewrite.store();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      return written(rewrite, before, version);
    } catch (StaleViewException e) {
      // Another process has changed the family: something may need more than was kept.
      return new Outcome.NotNow();
    }
  }

  private Outcome written(PackRewriting.Rewrite rewrite, List<PackRecord> before, long version) {
    List<PackRecord> after = after(rewrite, before);
    Await.write(
        store,
        tx -> {
          mandate.require(tx);
          StaleViews.require(tx, rewrite.family(), version);
          before.forEach(pack -> tx.repositories().removePack(pack.family(), pack.name()));
          after.forEach(tx.repositories()::putPack);
          if (tx.repositories().lost(rewrite.family()).isPresent()) {
            // Nothing of the family is needed, so nothing is missed.
            boolean _ = tx.repositories().removeLost(rewrite.family());
          }
        });
    rewrite.keep();
    var done = new Outcome.Done(before.size(), bytes(before), after.size(), bytes(after));
    LOG.info(
        "{}: {} packs of {} bytes are now {} of {}",
        rewrite.family(),
        done.packsBefore(),
        done.bytesBefore(),
        done.packsAfter(),
        done.bytesAfter());
    return done;
  }

  /** Owners with data in the family pay for the new packs in proportion to their old shares. */
  private List<PackRecord> after(PackRewriting.Rewrite rewrite, List<PackRecord> before) {
    SortedMap<PublicKey, Long> had = PackRecord.sharesOf(before);
    SortedSet<PublicKey> present = roots.owners(rewrite.family());
    return rewrite.packs().stream()
        .map(pack ->
            new PackRecord(rewrite.family(), pack.name(), Shares.of(had, present, pack.bytes())))
        .toList();
  }

  private static long bytes(List<PackRecord> packs) {
    return packs.stream().mapToLong(PackRecord::bytes).sum();
  }
}
