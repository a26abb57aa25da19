package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the files of packs that the store does not name any more, in the lane of their family,
 * when nobody reads them and no backup is made. Thread-safe.
 */
final class Removing {
  private static final Logger LOG = LoggerFactory.getLogger(Removing.class);

  /** How long is waited for readers, and for backups, before the next look. */
  private static final Duration FIRST = Duration.ofMillis(200);

  private static final Duration LAST = Duration.ofSeconds(20);

  private final PackRewriting rewriting;
  private final Lanes lanes;
  private final Executor executor;

  Removing(PackRewriting rewriting, Lanes lanes, Executor executor) {
    this.rewriting = rewriting;
    this.lanes = lanes;
    this.executor = executor;
  }

  /** Begins with it: nobody waits for the end. */
  void begin(Identifier family) {
    var _ =
        removed(family)
            .exceptionally(fault -> {
              LOG.debug("old packs of {} are left to the next start", family, fault);
              return null;
            });
  }

  /** Waits until they are gone. */
  CompletionStage<Void> removed(Identifier family) {
    return removed(family, FIRST);
  }

  private CompletionStage<Void> removed(Identifier family, Duration next) {
    return lanes
        .enter(lane(family), () -> CompletableFuture.completedFuture(isRemoved(family)))
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

  private static SortedSet<Identifier> lane(Identifier family) {
    return new TreeSet<>(List.of(family));
  }

  private boolean isRemoved(Identifier family) {
    try {
      return rewriting.removeReplaced(family);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
