package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.HostAddress;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.egress.http.FetchLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs passes, each on a platform thread, because the CPU clock of the thread measures the work on
 * a pack. Every pass that begins ends exactly once. Thread-safe.
 */
final class PassThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PassThreads.class);
  private static final Duration IDLE_MAX = Duration.ofSeconds(30);

  /** How long we wait for cancelled passes to clean up; otherwise the next start does. */
  private static final Duration END_MAX = Duration.ofSeconds(30);

  /** A comparison only reads a list of refs, which does not take long. */
  private static final FetchLimits COMPARISON =
      new FetchLimits(
          Duration.ofMinutes(2),
          FetchLimits.DEFAULT.stepBytes(),
          FetchLimits.DEFAULT.perStep(),
          FetchLimits.DEFAULT.slowBytesPerSecond(),
          FetchLimits.DEFAULT.slowFor());

  private final PassRunner passes;
  private final BiConsumer<HuntAction.Begin, PassOutcome> ended;
  private final ThreadPoolExecutor threads;
  private final Consumer<HuntInput> tell;
  private final Map<Long, FetchDeadline> running = new ConcurrentHashMap<>();

  /** Questions of passes before they connect; each has one at a time. */
  private final Map<Long, CompletableFuture<Boolean>> questions = new ConcurrentHashMap<>();

  /**
   * Starts no thread yet.
   *
   * @param passesMax at a time
   * @param tell told of each connection that a pass wants, answered by {@link #mayDial}, and of
   *     comparisons; must not block
   * @param ended called once for each pass that has begun; must not block
   */
  PassThreads(
      PassRunner passes,
      int passesMax,
      Consumer<HuntInput> tell,
      BiConsumer<HuntAction.Begin, PassOutcome> ended) {
    this.passes = passes;
    this.tell = tell;
    this.ended = ended;
    this.threads =
        new ThreadPoolExecutor(
            passesMax,
            passesMax,
            IDLE_MAX.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            WorkerThread.factory("hunt-pass"));
    threads.allowCoreThreadTimeOut(true);
  }

  void begin(HuntAction.Begin pass) {
    FetchDeadline deadline =
        new FetchDeadline(
            limitsOf(pass.purpose()),
            System::nanoTime,
            (host, address) -> asked(pass, host, address));
    running.put(pass.pass(), deadline);
    try {
      threads.execute(() -> carryOut(pass, deadline));
    } catch (RejectedExecutionException e) {
      running.remove(pass.pass());
      ended.accept(pass, new PassOutcome.Cancelled());
    }
  }

  private CompletionStage<Boolean> asked(HuntAction.Begin pass, String host, InetAddress address) {
    CompletableFuture<Boolean> question = new CompletableFuture<>();
    questions.put(pass.pass(), question);
    Domain domain =
        CloneUrl.parse("http://" + host + "/x").map(CloneUrl::domain).orElse(pass.url().domain());
    HostAddress there = new HostAddress(Payer.of(address).text());
    tell.accept(new HuntInput.Dialling(pass.pass(), domain, there));
    return question;
  }

  /** Answers a pass whether it may connect. */
  void mayDial(long pass, boolean may) {
    @Nullable CompletableFuture<Boolean> question = questions.remove(pass);
    if (question != null) {
      question.complete(may);
    }
  }

  private static FetchLimits limitsOf(Purpose purpose) {
    return switch (purpose) {
      case FETCH -> FetchLimits.DEFAULT;
      case COMPARE -> COMPARISON;
    };
  }

  void cancel(long pass) {
    @Nullable FetchDeadline deadline = running.get(pass);
    if (deadline != null) {
      deadline.cancel();
    }
  }

  private void carryOut(HuntAction.Begin pass, FetchDeadline deadline) {
    PassOutcome outcome = new PassOutcome.Hindered("a fault of ours");
    try {
      outcome = passes.carryOut(pass, deadline, tell::accept);
    } catch (IOException e) {
      outcome = new PassOutcome.Hindered("our disk: " + e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("a pass over {} failed", pass.url(), e);
    } finally {
      running.remove(pass.pass());
      questions.remove(pass.pass());
      ended.accept(pass, outcome);
    }
  }

  /** Cancels all passes and waits for their end. */
  @Override
  public void close() {
    threads.shutdown();
    running.values().forEach(FetchDeadline::cancel);
    try {
      if (!threads.awaitTermination(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("{} passes did not end in time", running.size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
