package dev.graspd.server.hook;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.role.Current;
import dev.graspd.server.role.Duty;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Tenure;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Sends deliveries to the operator's webhooks, while this server has the role. */
public final class HookHost implements Duty {
  private final Parts parts;
  private final Current<LongSupplier> waiting = new Current<>(() -> 0);

  /**
   * What it needs.
   *
   * @param hosts whether a repository is served here
   * @param random for tokens, which nobody may guess, and for pauses
   */
  public record Parts(
      EventStore store,
      Predicate<RepoAddress> hosts,
      ServiceAddress service,
      HookSender sender,
      HookTimes times,
      RandomGenerator random,
      HookMetrics metrics,
      FailPoints failPoints) {}

  public HookHost(Parts parts) {
    this.parts = parts;
  }

  /** Returns how many deliveries wait here. */
  public long waiting() {
    return waiting.get().getAsLong();
  }

  @Override
  public Tenure begin(Mandate mandate) {
    HookRun run = new HookRun(parts, mandate);
    waiting.begin(run::waiting);
    run.start();
    return new Tenure() {
      @Override
      public void stop() {
        run.stop();
      }

      @Override
      public void close() {
        waiting.end();
        run.close();
      }
    };
  }
}
