package dev.graspd.server.gate;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.upkeep.PackFact;
import dev.graspd.core.upkeep.Shares;
import dev.graspd.core.upkeep.Task;
import dev.graspd.server.gate.PackRewriting.Extent;
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
 * Has packs written anew and puts them in the place of the old: the long work beside the lane, the
 * exchange in it. Thread-safe.
 */
final class PackUpkeep implements PackCare {
  private static final Logger LOG = LoggerFactory.getLogger(PackUpkeep.class);

  /** How often packs are written anew because something came meanwhile. */
  private static final int ATTEMPTS_MAX = 5;

  private final EventStore store;
  private final RepositoryStore repositories;
  private final FamilyRoots roots;
  private final PackRewriting rewriting;
  private final Losses losses;
  private final Lanes lanes;
  private final Accounts accounts;
  private final Removing removing;
  private final Executor executor;

  PackUpkeep(
      EventStore store,
      RepositoryStore repositories,
      FamilyRoots roots,
      PackRewriting rewriting,
      Losses losses,
      Lanes lanes,
      Accounts accounts,
      Removing removing,
      Executor executor) {
    this.store = store;
    this.repositories = repositories;
    this.roots = roots;
    this.rewriting = rewriting;
    this.losses = losses;
    this.lanes = lanes;
    this.accounts = accounts;
    this.removing = removing;
    this.executor = executor;
  }

  @Override
  public List<PackFact> facts(Identifier family, List<PackRecord> packs) throws IOException {
    return rewriting.facts(family, names(packs));
  }

  @Override
  public CompletionStage<Void> prune(Identifier family) {
    try {
      return CompletableFuture.supplyAsync(() -> pruned(family, ATTEMPTS_MAX), executor)
          .thenCompose(stage -> stage)
          .thenCompose(_ -> removing.removed(family));
    } catch (RejectedExecutionException e) {
      // The server ends.
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletionStage<Outcome> pruned(Identifier family, int attempts) {
    return exchanged(needed(family, Long.MAX_VALUE, false, true))
        .thenComposeAsync(
            outcome -> {
              if (outcome instanceof Outcome.Done) {
                return CompletableFuture.completedFuture(outcome);
              }
              if (attempts <= 1) {
                throw new IllegalStateException(family + " cannot be pruned now");
              }
              return pruned(family, attempts - 1);
            },
            executor);
  }

  @Override
  public CompletionStage<Outcome> perform(Identifier family, Task task, long keptSinceSeconds) {
    if (losses.of(family).isPresent()) {
      return CompletableFuture.completedFuture(new Outcome.NotNow());
    }
    return switch (task) {
      case Task.Nothing _ -> CompletableFuture.completedFuture(new Outcome.NotNow());
      case Task.Join(var packs) ->
          removing(exchanged(new PackRewriting.Order(family, packs, new Extent.All())), family);
      case Task.Whole(var bitmap) ->
          removing(exchanged(needed(family, keptSinceSeconds, bitmap, false)), family);
    };
  }

  /** The old packs go in their own time: nobody waits for that. */
  private CompletionStage<Outcome> removing(CompletionStage<Outcome> stage, Identifier family) {
    return stage.thenApply(outcome -> {
      if (outcome instanceof Outcome.Done) {
        removing.begin(family);
      }
      return outcome;
    });
  }

  private PackRewriting.Order needed(
      Identifier family, long keptSinceSeconds, boolean bitmap, boolean isWaitedFor) {
    // First the packs: what comes later is not part of the order.
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

  private CompletionStage<Outcome> exchanged(PackRewriting.Order order) {
    PackRewriting.Rewrite rewrite;
    try {
      rewrite = rewriting.write(order);
    } catch (IOException e) {
      if (isOutdated(order)) {
        // Another one has replaced them meanwhile, and their files are gone.
        return CompletableFuture.completedFuture(new Outcome.NotNow());
      }
      throw new UncheckedIOException(e);
    }
    return lanes
        .enter(lane(order.family()), () -> exchangedInLane(rewrite))
        .whenComplete((_, _) -> rewrite.close());
  }

  private boolean isOutdated(PackRewriting.Order order) {
    return !names(repositories.packs(order.family())).containsAll(order.packs());
  }

  private static SortedSet<Identifier> lane(Identifier family) {
    return new TreeSet<>(List.of(family));
  }

  private CompletionStage<Outcome> exchangedInLane(PackRewriting.Rewrite rewrite) {
    Identifier family = rewrite.family();
    List<PackRecord> before =
        repositories.packs(family).stream()
            .filter(pack -> rewrite.replaced().contains(pack.name()))
            .toList();
    SortedSet<Oid> needed = roots.of(family);
    boolean isDamaged = losses.of(family).isPresent() && !needed.isEmpty();
    try {
      if (isDamaged
          || before.size() != rewrite.replaced().size()
          || !rewrite.isEnough(needed, roots.shelves(family))) {
        return CompletableFuture.completedFuture(new Outcome.NotNow());
      }
      rewrite.publish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return written(rewrite, before);
  }

  private CompletionStage<Outcome> written(PackRewriting.Rewrite rewrite, List<PackRecord> before) {
    List<PackRecord> after = after(rewrite, before);
    return store
        .write(tx -> {
          before.forEach(pack -> tx.removePack(pack.family(), pack.name()));
          after.forEach(tx::putPack);
          return true;
        })
        .thenApply(_ -> {
          rewrite.keep();
          accounts.exchange(before, after);
          var done = new Outcome.Done(before.size(), bytes(before), after.size(), bytes(after));
          LOG.info(
              "{}: {} packs of {} bytes are now {} of {}",
              rewrite.family(),
              done.packsBefore(),
              done.bytesBefore(),
              done.packsAfter(),
              done.bytesAfter());
          return done;
        });
  }

  /** Whoever has something in the family pays for what is left, in proportion to what they had. */
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
