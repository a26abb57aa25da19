package dev.graspd.bench.load;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for a part of a bench, with a limit. */
public final class Waiting {
  private static final int SECONDS_MAX = 180;

  private Waiting() {}

  /** Waits for the end; a timeout reports the state. */
  public static <T> T forAll(CompletableFuture<T> done, Supplier<String> state)
      throws InterruptedException {
    try {
      return done.get(SECONDS_MAX, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getMessage() + " (" + state.get() + ")", e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no end in " + SECONDS_MAX + " s: " + state.get(), e);
    }
  }
}
