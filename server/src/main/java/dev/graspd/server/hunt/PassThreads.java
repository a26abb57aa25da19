package dev.graspd.server.hunt;

import dev.graspd.core.hunt.CloneUrl;
import dev.graspd.core.hunt.Domain;
import dev.graspd.core.hunt.HostAddress;
import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.egress.Errand;
import dev.graspd.server.egress.ErrandLimits;
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
 * Carries out passes, each on a thread of the platform, because the work on a pack is measured by
 * the clock of its thread. Every pass that begins ends once, whatever happens. Thread-safe.
 */
final class PassThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PassThreads.class);
  private static final Duration IDLE_MAX = Duration.ofSeconds(30);

  /** Passes that are called off have left no byte by then; else the next start cleans up. */
  private static final Duration END_MAX = Duration.ofSeconds(30);

  /** A comparison reads a list of refs: nobody needs long for that. */
  private static final ErrandLimits COMPARISON =
      new ErrandLimits(
          Duration.ofMinutes(2),
          ErrandLimits.DEFAULT.stepBytes(),
          ErrandLimits.DEFAULT.perStep(),
          ErrandLimits.DEFAULT.slowBytesPerSecond(),
          ErrandLimits.DEFAULT.slowFor());

  private final Passes passes;
  private final BiConsumer<HuntAction.Begin, PassOutcome> ended;
  private final ThreadPoolExecutor threads;
  private final Consumer<HuntInput.Dialling> dialling;
  private final Map<Long, Errand> running = new ConcurrentHashMap<>();

  /** What passes have asked before they connect; each has one question at a time. */
  private final Map<Long, CompletableFuture<Boolean>> questions = new ConcurrentHashMap<>();

  /**
   * Starts no thread yet.
   *
   * @param passesMax at a time
   * @param dialling is asked before each connection, and answers by {@link #mayDial}; must not wait
   * @param ended is told once for each that has begun; must not wait
   */
  PassThreads(
      Passes passes,
      int passesMax,
      Consumer<HuntInput.Dialling> dialling,
      BiConsumer<HuntAction.Begin, PassOutcome> ended) {
    this.passes = passes;
    this.dialling = dialling;
    this.ended = ended;
    this.threads =
        new ThreadPoolExecutor(
            passesMax,
            passesMax,
            IDLE_MAX.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("hunt-pass-", 0).factory());
    threads.allowCoreThreadTimeOut(true);
  }

  void begin(HuntAction.Begin pass) {
    Errand errand =
        new Errand(
            limitsOf(pass.purpose()),
            System::nanoTime,
            (host, address) -> asked(pass, host, address));
    running.put(pass.pass(), errand);
    try {
      threads.execute(() -> carryOut(pass, errand));
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
    dialling.accept(new HuntInput.Dialling(pass.pass(), domain, there));
    return question;
  }

  /** Answers the question of a pass whether it may connect. */
  void mayDial(long pass, boolean may) {
    @Nullable CompletableFuture<Boolean> question = questions.remove(pass);
    if (question != null) {
      question.complete(may);
    }
  }

  private static ErrandLimits limitsOf(Purpose purpose) {
    return switch (purpose) {
      case FETCH -> ErrandLimits.DEFAULT;
      case COMPARE -> COMPARISON;
    };
  }

  void cancel(long pass) {
    @Nullable Errand errand = running.get(pass);
    if (errand != null) {
      errand.cancel();
    }
  }

  private void carryOut(HuntAction.Begin pass, Errand errand) {
    PassOutcome outcome = new PassOutcome.Hindered("a fault of ours");
    try {
      outcome = passes.carryOut(pass, errand);
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

  /** Calls off what is under way and waits for its end. */
  @Override
  public void close() {
    threads.shutdown();
    running.values().forEach(Errand::cancel);
    try {
      if (!threads.awaitTermination(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("{} passes did not end in time", running.size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
