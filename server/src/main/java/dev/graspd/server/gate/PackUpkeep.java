package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has packs written anew and puts them in the place of the old: the long work beside the lane, the
 * exchange in it. Thread-safe.
 */
final class PackUpkeep implements Upkeep {
  private static final Logger LOG = LoggerFactory.getLogger(PackUpkeep.class);

  /** How often packs are written anew because something came meanwhile. */
  private static final int ATTEMPTS_MAX = 5;

  /** How long is waited for readers of replaced packs, and for backups, before the next look. */
  private static final Duration REMOVAL_EVERY = Duration.ofMillis(500);

  private final EventStore store;
  private final RepositoryStore repositories;
  private final FamilyRoots roots;
  private final PackRewriting rewriting;
  private final Losses losses;
  private final Lanes lanes;
  private final Accounts accounts;
  private final Executor executor;

  PackUpkeep(
      EventStore store,
      RepositoryStore repositories,
      FamilyRoots roots,
      PackRewriting rewriting,
      Losses losses,
      Lanes lanes,
      Accounts accounts,
      Executor executor) {
    this.store = store;
    this.repositories = repositories;
    this.roots = roots;
    this.rewriting = rewriting;
    this.losses = losses;
    this.lanes = lanes;
    this.accounts = accounts;
    this.executor = executor;
  }

  @Override
  public CompletionStage<Void> prune(Identifier family) {
    return CompletableFuture.supplyAsync(() -> rewritten(family, ATTEMPTS_MAX), executor)
        .thenCompose(stage -> stage)
        .thenCompose(_ -> removed(family));
  }

  private CompletionStage<Boolean> rewritten(Identifier family, int attempts) {
    if (losses.of(family).isPresent()) {
      throw new IllegalStateException(family + " has lost objects: nothing is removed from it");
    }
    PackRewriting.Rewrite rewrite = write(family);
    return lanes
        .enter(lane(family), () -> exchanged(rewrite))
        .whenComplete((_, _) -> rewrite.close())
        .thenComposeAsync(
            done -> {
              if (done) {
                return CompletableFuture.completedFuture(true);
              }
              if (attempts <= 1) {
                throw new IllegalStateException(family + " changes all the time");
              }
              return rewritten(family, attempts - 1);
            },
            executor);
  }

  private PackRewriting.Rewrite write(Identifier family) {
    SortedSet<String> packs =
        repositories.packs(family).stream()
            .map(PackRecord::name)
            .collect(Collectors.toCollection(TreeSet::new));
    try {
      return rewriting.write(
          new PackRewriting.Order(family, packs, roots.of(family), roots.shelves(family)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CompletionException(e);
    }
  }

  private static SortedSet<Identifier> lane(Identifier family) {
    return new TreeSet<>(List.of(family));
  }

  /** Returns whether it was done; if not, something came that needs what would have gone. */
  private CompletionStage<Boolean> exchanged(PackRewriting.Rewrite rewrite) {
    Identifier family = rewrite.family();
    List<PackRecord> before =
        repositories.packs(family).stream()
            .filter(pack -> rewrite.replaced().contains(pack.name()))
            .toList();
    try {
      if (before.size() != rewrite.replaced().size()
          || losses.of(family).isPresent()
          || !rewrite.isEnough(roots.of(family), roots.shelves(family))) {
        return CompletableFuture.completedFuture(false);
      }
      rewrite.publish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return written(rewrite, before);
  }

  private CompletionStage<Boolean> written(PackRewriting.Rewrite rewrite, List<PackRecord> before) {
    List<PackRecord> after = after(rewrite, before);
    return store
        .write(tx -> {
          before.forEach(pack -> tx.removePack(pack.family(), pack.name()));
          after.forEach(tx::putPack);
          return true;
        })
        .thenApply(done -> {
          rewrite.keep();
          accounts.exchange(before, after);
          LOG.info(
              "{}: {} packs of {} bytes are now {} of {}",
              rewrite.family(),
              before.size(),
              bytes(before),
              after.size(),
              bytes(after));
          return done;
        });
  }

  private static List<PackRecord> after(PackRewriting.Rewrite rewrite, List<PackRecord> before) {
    return rewrite.packs().stream()
        .map(pack ->
            new PackRecord(rewrite.family(), pack.name(), before.getFirst().owner(), pack.bytes()))
        .toList();
  }

  private static long bytes(List<PackRecord> packs) {
    return packs.stream().mapToLong(PackRecord::bytes).sum();
  }

  /** Waits until the old packs are gone: for their readers, and for a backup. */
  private CompletionStage<Void> removed(Identifier family) {
    return lanes
        .enter(lane(family), () -> CompletableFuture.completedFuture(isRemoved(family)))
        .thenCompose(done -> {
          if (done) {
            return CompletableFuture.completedFuture(null);
          }
          Executor later =
              CompletableFuture.delayedExecutor(
                  REMOVAL_EVERY.toMillis(), TimeUnit.MILLISECONDS, executor);
          return CompletableFuture.supplyAsync(() -> removed(family), later)
              .thenCompose(stage -> stage);
        });
  }

  private boolean isRemoved(Identifier family) {
    try {
      return rewriting.removeReplaced(family);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
