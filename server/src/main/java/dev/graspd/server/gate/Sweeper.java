package dev.graspd.server.gate;

import dev.graspd.core.store.EventStore;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Removes what has had its time: expired events, dormant deletions, the rest of vanished authors.
 * Called once a second; it costs nothing when nothing is due.
 */
public final class Sweeper {
  private static final int ROWS_A_TRANSACTION = 500;

  private final EventStore store;
  private final InstantSource clock;

  public Sweeper(EventStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Removes all that is due now, in small transactions; answers with how many rows that were. */
  public CompletionStage<Integer> sweep() {
    OptionalLong due = store.nextSweepSeconds();
    long now = clock.instant().getEpochSecond();
    return due.isPresent() && due.getAsLong() <= now
        ? sweep(now, 0)
        : CompletableFuture.completedFuture(0);
  }

  private CompletionStage<Integer> sweep(long now, int before) {
    return store
        .write(tx -> tx.sweep(now, ROWS_A_TRANSACTION))
        .thenCompose(done ->
            done < ROWS_A_TRANSACTION
                ? CompletableFuture.completedFuture(before + done)
                : sweep(now, before + done));
  }
}
