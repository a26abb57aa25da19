package dev.graspd.server.egress;

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
 * <p>On threads of its own: a lookup blocks in native code and would hold the carriers that all
 * virtual threads share, just when name servers are silent. The system says "unknown" as well when
 * it could ask nobody, so that a name counts as not existing only if a name server confirms it.
 */
public final class JdkResolver implements Resolver, AutoCloseable {
  /** Lookups at once, usually. */
  public static final int THREADS = 8;

  /** Names that wait for their turn, usually. */
  public static final int WAITING = 1_000;

  private static final int IDLE_SECONDS = 30;
  private static final Duration WITNESS_PATIENCE = Duration.ofSeconds(1);

  private final Duration limit;
  private final DnsWitness witness;
  private final ThreadPoolExecutor threads;

  /** Its user holds its lock. */
  private final LookupTurns turns;

  /**
   * Begins without threads.
   *
   * @param limit how long one question may take, waiting included
   */
  public JdkResolver(Duration limit) {
    this(limit, THREADS, WAITING);
  }

  /**
   * Begins without threads.
   *
   * @param limit how long one question may take, waiting included
   * @param maxThreads lookups at once
   * @param maxWaiting names that wait for their turn
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

  /**
   * Begins what may begin; at most as much as there are threads, so that nothing waits behind that.
   */
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
      // Its time may have passed while it waited for its turn.
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
      // No witness: then no name ever counts as absent.
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
