package dev.graspd.server.family.packs;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.family.FamilyLanes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the files of packs that have no record, in the lane of their family, when nobody reads
 * them and no backup runs. Thread-safe.
 */
public record OldPackRemoval(PackRewriting rewriting, FamilyLanes lanes, Executor executor) {
  private static final Logger LOG = LoggerFactory.getLogger(OldPackRemoval.class);

  /** The delay before the next attempt, while readers or a backup use them. */
  private static final Duration FIRST = Duration.ofMillis(200);

  private static final Duration LAST = Duration.ofSeconds(20);

  /** Starts the removal without waiting for it. */
  void begin(Identifier family) {
    var _ =
        removed(family)
            .exceptionally(fault -> {
              LOG.debug("old packs of {} are left to the next start", family, fault);
              return null;
            });
  }

  /** Completes when they are gone. */
  CompletionStage<Void> removed(Identifier family) {
    return removed(family, FIRST);
  }

  private CompletionStage<Void> removed(Identifier family, Duration next) {
    return lanes
        .enter(family, () -> isRemoved(family))
        .thenCompose(done -> {
          if (done) {
            return CompletableFuture.completedFuture(null);
          }
          Executor later =
              CompletableFuture.delayedExecutor(next.toMillis(), TimeUnit.MILLISECONDS, executor);
          Duration longer = next.multipliedBy(2);
          return CompletableFuture.supplyAsync(
                  () -> removed(family, longer.compareTo(LAST) < 0 ? longer : LAST), later)
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
