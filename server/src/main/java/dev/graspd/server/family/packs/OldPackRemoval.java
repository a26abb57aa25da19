package dev.graspd.server.family.packs;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.packs.PackRewriting.RemovalTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the files of packs that have no record any more, in the lane of their family, after a
 * grace, when nobody reads them and no backup runs. Thread-safe.
 */
public record OldPackRemoval(PackRewriting rewriting, FamilyLanes lanes, Executor executor) {
  private static final Logger LOG = LoggerFactory.getLogger(OldPackRemoval.class);

  /** The delay before the next attempt, while readers or a backup use them. */
  private static final Duration FIRST = Duration.ofMillis(200);

  private static final Duration LAST = Duration.ofSeconds(20);

  /** Removes them after the grace; does not wait for it. */
  void begin(Identifier family) {
    var _ =
        later(rewriting.grace(), () -> removed(family, RemovalTime.AFTER_GRACE, FIRST))
            .exceptionally(fault -> {
              LOG.debug("old packs of {} are left to the next start", family, fault);
              return null;
            });
  }

  /** Removes them at once, because their objects are erased; completes when they are gone. */
  CompletionStage<Void> removed(Identifier family) {
    return removed(family, RemovalTime.AT_ONCE, FIRST);
  }

  private CompletionStage<Void> removed(Identifier family, RemovalTime time, Duration next) {
    return lanes
        .enter(family, () -> isRemoved(family, time))
        .thenCompose(done -> {
          if (done) {
            return CompletableFuture.completedFuture(null);
          }
          Duration longer = next.multipliedBy(2);
          return later(
              next, () -> removed(family, time, longer.compareTo(LAST) < 0 ? longer : LAST));
        });
  }

  private CompletionStage<Void> later(Duration delay, Supplier<CompletionStage<Void>> work) {
    if (delay.isZero()) {
      return work.get();
    }
    Executor later =
        CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, executor);
    return CompletableFuture.supplyAsync(work, later).thenCompose(stage -> stage);
  }

  private boolean isRemoved(Identifier family, RemovalTime time) {
    try {
      return rewriting.removeReplaced(family, time);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
