package dev.graspd.server.gate;

import dev.graspd.core.store.EventStore;
import dev.graspd.server.role.Mandate;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/**
 * Removes expired events, dormant deletions past their time, and the rest of vanished authors.
 * Called once a second; it costs nothing when nothing is due.
 *
 * @param swept gets the log number after which events were removed; must not wait
 * @param mandate the role that it writes under
 */
public record Sweeper(EventStore store, InstantSource clock, LongConsumer swept, Mandate mandate) {
  private static final int ROWS_A_TRANSACTION = 500;

  /** Removes all rows that are due, in small transactions; answers with their number. */
  public CompletionStage<Integer> sweep() {
    OptionalLong due = store.nextSweepSeconds();
    long now = clock.instant().getEpochSecond();
    return due.isPresent() && due.getAsLong() <= now
        ? sweep(now, 0)
        : CompletableFuture.completedFuture(0);
  }

  private CompletionStage<Integer> sweep(long now, int before) {
    long lastSeq = store.lastSeq();
    return store
        .write(tx -> {
          mandate.require(tx);
          return tx.sweep(now, ROWS_A_TRANSACTION);
        })
        .thenCompose(done -> {
          swept.accept(lastSeq);
          return done < ROWS_A_TRANSACTION
              ? CompletableFuture.completedFuture(before + done)
              : sweep(now, before + done);
        });
  }
}
