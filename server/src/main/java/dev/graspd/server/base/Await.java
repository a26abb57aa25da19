package dev.graspd.server.base;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StoreTransaction;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Blocks the current thread, which must be virtual or have nothing else to do. */
public final class Await {
  private Await() {}

  /** Writes to the store; returns when that is on disk. */
  public static void write(EventStore store, Consumer<StoreTransaction> work) {
    boolean _ =
        answerOf(
            store.write(tx -> {
              work.accept(tx);
              return true;
            }));
  }

  /** Returns the answer of a stage; throws its failure without a wrapper. */
  public static <R> R answerOf(CompletionStage<R> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
