package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.family.push.Pushes;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.git.objects.Quarantine;
import dev.graspd.server.hosting.HostedRepository;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Receives pushes: git's receive-pack. A virtual thread reads the list of commands and answers the
 * client; in between, each push has a place and a platform thread. Thread-safe.
 */
public final class ReceiveService implements AutoCloseable {
  /** The collaborators and limits of a push. */
  record Parts(
      Pushes pushes,
      PackIngest ingest,
      Quarantine quarantine,
      IngestLimits limits,
      PushLimits times,
      PushPlaces places,
      ByteBudget requests,
      ServiceAddress service,
      GitMetrics metrics,
      LongSupplier nanoTime,
      Duration keepAliveEvery) {}

  /** The longest silence; clients give up after fifteen seconds. */
  private static final Duration KEEP_ALIVE_EVERY = Duration.ofSeconds(5);

  private final Parts parts;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("push-", 0).factory());

  /**
   * Starts no thread yet.
   *
   * @param service the address of the pages about errors
   * @param requests the memory of all requests of git clients in progress
   */
  public ReceiveService(
      Pushes pushes,
      PackIngest ingest,
      Quarantine quarantine,
      IngestLimits limits,
      PushLimits times,
      ServiceAddress service,
      GitMetrics metrics,
      ByteBudget requests,
      LongSupplier nanoTime) {
    this(
        new Parts(
            pushes,
            ingest,
            quarantine,
            limits,
            times,
            new PushPlaces(times, nanoTime),
            requests,
            service,
            metrics,
            nanoTime,
            KEEP_ALIVE_EVERY));
  }

  ReceiveService(Parts parts) {
    this.parts = parts;
  }

  /** Handles a POST to {@code git-receive-pack}. Returns at once. */
  public void exchange(HostedRepository repository, Exchange exchange) {
    Allowance most =
        parts.pushes.room(repository.address()).and(Allowance.ofPack(parts.limits.pushBytes()));
    long limit = most.bytes() + CommandListReader.bytesMax(parts.limits.commands());
    if (exchange.contentLength().orElse(0) > limit) {
      exchange.refuse(413, most.beyond().text());
      return;
    }
    try {
      threads.execute(new Push(parts, repository.space(), exchange));
    } catch (RejectedExecutionException e) {
      exchange.refuse(503, ServerReason.SHUTTING_DOWN.refusal().message());
    }
  }

  /** Ends the threads and cuts pushes that are not performed yet; they leave nothing. */
  @Override
  public void close() {
    threads.shutdownNow();
    parts.places.close();
  }
}
