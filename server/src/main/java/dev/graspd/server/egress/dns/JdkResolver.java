package dev.graspd.server.egress.dns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Asks the resolver of the system.
 *
 * <p>On its own threads: a lookup blocks in native code, and would block the carriers of all
 * virtual threads just when name servers are silent. The system also says "unknown" when it could
 * not reach a server, so a name counts as absent only if a name server confirms it.
 */
public final class JdkResolver implements Resolver, AutoCloseable {
  /** Default number of lookups at once. */
  public static final int THREADS = 8;

  /** Default number of waiting names. */
  public static final int WAITING = 1_000;

  private static final int IDLE_SECONDS = 30;
  private static final Duration WITNESS_PATIENCE = Duration.ofSeconds(1);

  private final Duration limit;
  private final DnsWitness witness;
  private final ThreadPoolExecutor threads;

  /** Guarded by its own lock. */
  private final LookupTurns turns;

  /**
   * Begins without threads.
   *
   * @param limit for one lookup, with its time in the queue
   */
  public JdkResolver(Duration limit) {
    this(limit, THREADS, WAITING);
  }

  /**
   * Begins without threads.
   *
   * @param limit for one lookup, with its time in the queue
   * @param maxThreads lookups at once
   * @param maxWaiting the most waiting names
   */
  public JdkResolver(Duration limit, int maxThreads, int maxWaiting) {
    this(
        limit,
        new DnsWitness(NameServers.in(systemSettings()), WITNESS_PATIENCE, new SecureRandom()),
        new LookupTurns(maxThreads, maxWaiting));
  }

  JdkResolver(Duration limit, DnsWitness witness) {
    this(limit, witness, new LookupTurns(THREADS, WAITING));
  }

  private JdkResolver(Duration limit, DnsWitness witness, LookupTurns turns) {
    this.limit = limit;
    this.witness = witness;
    this.turns = turns;
    this.threads =
        new ThreadPoolExecutor(
            turns.threads(),
            turns.threads(),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("egress-resolve-", 0).factory());
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public CompletionStage<Resolution> resolve(String name) {
    CompletableFuture<Resolution> resolution = new CompletableFuture<>();
    boolean waits;
    synchronized (turns) {
      waits = turns.offer(name, resolution);
    }
    if (!waits) {
      return CompletableFuture.completedFuture(
          new Resolution.NoAnswer("too many names are being looked up"));
    }
    begin();
    return resolution.completeOnTimeout(
        new Resolution.NoAnswer("nothing in " + limit.toMillis() + " ms"),
        limit.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Begins the next lookups; never more than there are threads, so that the pool has no queue. */
  private void begin() {
    Optional<LookupTurns.Lookup> next = next();
    while (next.isPresent()) {
      LookupTurns.Lookup lookup = next.get();
      try {
        threads.execute(() -> carryOut(lookup));
      } catch (RejectedExecutionException _) {
        ended(lookup, new Resolution.NoAnswer("the resolver has ended"));
      }
      next = next();
    }
  }

  private Optional<LookupTurns.Lookup> next() {
    synchronized (turns) {
      return turns.begin();
    }
  }

  private void carryOut(LookupTurns.Lookup lookup) {
    Resolution resolution = new Resolution.NoAnswer("nobody waits for it any more");
    try {
      // It may have timed out in the queue.
      if (!lookup.resolution().isDone()) {
        resolution = lookUp(lookup.name());
      }
    } finally {
      ended(lookup, resolution);
      begin();
    }
  }

  private void ended(LookupTurns.Lookup lookup, Resolution resolution) {
    synchronized (turns) {
      turns.end(lookup, resolution);
    }
    lookup.resolution().complete(resolution);
  }

  private static List<String> systemSettings() {
    try {
      return Files.readAllLines(Path.of("/etc/resolv.conf"));
    } catch (IOException | UncheckedIOException _) {
      // Without name servers no name ever counts as absent.
      return List.of();
    }
  }

  private Resolution lookUp(String name) {
    try {
      return new Resolution.Found(List.of(InetAddress.getAllByName(name)));
    } catch (UnknownHostException e) {
      return witness.confirmsAbsence(name)
          ? new Resolution.DoesNotExist()
          : new Resolution.NoAnswer(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
