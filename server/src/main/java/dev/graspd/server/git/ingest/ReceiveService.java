package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Reason;
import dev.graspd.core.policy.Allowance;
import dev.graspd.server.gate.HostedRepository;
import dev.graspd.server.gate.Pushes;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.objects.Quarantine;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Everything that git clients write: git's receive-pack. Each push has a platform thread of a
 * bounded pool from its first byte to its answer. Thread-safe.
 */
public final class ReceiveService implements AutoCloseable {
  /** Pushes carried out at once; most of them wait for their clients. */
  static final int PUSHES_MAX = 32;

  /** Pushes that wait for one of those to end. */
  static final int PUSHES_WAITING_MAX = 32;

  /** Pushes of one address, carried out or waiting. */
  static final int PUSHES_PER_ADDRESS_MAX = 16;

  private static final int IDLE_SECONDS = 30;

  /** Who takes part in a push, and when to speak to the client. */
  record Parts(
      Pushes pushes,
      PackIngest ingest,
      Quarantine quarantine,
      IngestLimits limits,
      String baseUrl,
      GitMetrics metrics,
      LongSupplier nanoTime,
      Duration patience) {}

  /** The longest silence; clients give up after fifteen seconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Parts parts;
  private final Addresses addresses = new Addresses(PUSHES_PER_ADDRESS_MAX);
  private final ExecutorService threads;

  /**
   * Starts no thread yet.
   *
   * @param baseUrl where the pages about errors are, without a slash at the end
   */
  public ReceiveService(
      Pushes pushes,
      PackIngest ingest,
      Quarantine quarantine,
      IngestLimits limits,
      String baseUrl,
      GitMetrics metrics,
      LongSupplier nanoTime) {
    this(new Parts(pushes, ingest, quarantine, limits, baseUrl, metrics, nanoTime, PATIENCE));
  }

  ReceiveService(Parts parts) {
    this.parts = parts;
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            PUSHES_MAX,
            PUSHES_MAX,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(PUSHES_WAITING_MAX),
            Thread.ofPlatform().daemon().name("git-push-", 0).factory());
    pool.allowCoreThreadTimeOut(true);
    this.threads = pool;
  }

  /** Carries out a POST to {@code git-receive-pack}. Returns at once. */
  public void exchange(HostedRepository repository, Exchange exchange) {
    Allowance most =
        parts.pushes.room(repository.address()).and(Allowance.ofPack(parts.limits.pushBytes()));
    long limit = most.bytes() + CommandListReader.bytesMax(parts.limits.commands());
    if (exchange.contentLength().orElse(0) > limit) {
      exchange.refuse(413, most.beyond().text());
      return;
    }
    if (!addresses.enter(exchange.payer())) {
      exchange.refuse(503, Reason.SERVER_BUSY.refusal().message());
      return;
    }
    try {
      threads.execute(() -> carryOut(new Push(parts, repository.space(), exchange), exchange));
    } catch (RejectedExecutionException e) {
      addresses.leave(exchange.payer());
      Reason why = threads.isShutdown() ? Reason.SHUTTING_DOWN : Reason.SERVER_BUSY;
      exchange.refuse(503, why.refusal().message());
    }
  }

  private void carryOut(Push push, Exchange exchange) {
    try {
      push.run();
    } finally {
      addresses.leave(exchange.payer());
    }
  }

  /** Ends the threads; pushes that are not performed yet are cut and leave nothing. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
