package dev.graspd.server.hosting;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Many things at once. */
public final class Together {
  private static final int SPINS_MAX = 20_000;

  private Together() {}

  /** Lets all begin at the same moment, each after a wait of its own; returns their answers. */
  @SafeVarargs
  public static List<String> run(
      RandomGenerator random, Executor executor, Supplier<String>... actors) {
    CountDownLatch begin = new CountDownLatch(1);
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (Supplier<String> actor : actors) {
      int spins = random.nextInt(SPINS_MAX);
      answers.add(CompletableFuture.supplyAsync(() -> after(begin, spins, actor), executor));
    }
    begin.countDown();
    return answers.stream().map(RepoWords::now).toList();
  }

  private static String after(CountDownLatch begin, int spins, Supplier<String> actor) {
    try {
      begin.await();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
    return actor.get();
  }
}
