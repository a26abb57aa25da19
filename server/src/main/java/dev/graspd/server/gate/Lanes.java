package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * One lane for each identifier: what is done in it is done one after the other, so that a decision
 * still holds when it is performed. Work that needs several lanes takes all of them at once.
 * Thread-safe.
 */
final class Lanes {
  private final Executor executor;
  private final Map<Identifier, CompletableFuture<?>> last = new HashMap<>();

  Lanes(Executor executor) {
    this.executor = executor;
  }

  /**
   * Runs work when all that entered these lanes before has ended; its end is that of the stage that
   * it returns. The work runs on the executor and may wait.
   */
  <R> CompletionStage<R> enter(
      SortedSet<Identifier> identifiers, Supplier<CompletionStage<R>> work) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    CompletableFuture<Void> before = CompletableFuture.allOf(queue(identifiers, answer));
    var _ =
        before.handle((_, _) -> {
          start(work, answer);
          return true;
        });
    var _ = answer.whenComplete((_, _) -> leave(identifiers, answer));
    return answer;
  }

  private synchronized CompletableFuture<?>[] queue(
      SortedSet<Identifier> identifiers, CompletableFuture<?> answer) {
    List<CompletableFuture<?>> before = new ArrayList<>();
    for (Identifier identifier : identifiers) {
      CompletableFuture<?> previous = last.put(identifier, answer);
      if (previous != null) {
        // Its failure is its own: here only its end counts.
        before.add(previous.handle((_, _) -> true));
      }
    }
    return before.toArray(CompletableFuture[]::new);
  }

  private synchronized void leave(SortedSet<Identifier> identifiers, CompletableFuture<?> answer) {
    identifiers.forEach(identifier -> last.remove(identifier, answer));
  }

  private <R> void start(Supplier<CompletionStage<R>> work, CompletableFuture<R> answer) {
    try {
      executor.execute(() -> run(work, answer));
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(e);
    }
  }

  private static <R> void run(Supplier<CompletionStage<R>> work, CompletableFuture<R> answer) {
    try {
      var _ =
          work.get()
              .whenComplete((result, fault) -> {
                if (fault == null) {
                  answer.complete(result);
                } else {
                  answer.completeExceptionally(fault);
                }
              });
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }
}
