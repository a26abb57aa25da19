package dev.graspd.server.web.http;

import dev.graspd.server.base.HandsOver;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.Tally;
import dev.graspd.server.charge.Turns;
import io.netty.handler.codec.http.FullHttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The threads that make pages, or files, so that no event loop waits for a store or a long list.
 * Addresses are served in turn; one of them has at most half of the threads, and so much time of
 * the processor. Costly work leaves a thread to the rest where there are several. Thread-safe.
 */
public final class PageThreads implements AutoCloseable {
  private final RequestLimits limits;
  private final ByteBudget bytes;
  private final ExecutorService threads;
  private final Turns<Job> turns;
  private final Tally<Payer> running = new Tally<>();
  private final PageWork work;
  private int heavyRunning;

  /**
   * Starts no thread yet.
   *
   * @param name of the threads
   * @param work of each address, also on other threads
   */
  public PageThreads(String name, RequestLimits limits, ByteBudget bytes, PageWork work) {
    this.limits = limits;
    this.bytes = bytes;
    this.work = work;
    this.turns = new Turns<>(limits.maxWaitingPages(), limits.maxWaitingPagesPerPayer());
    this.threads = Executors.newFixedThreadPool(limits.pageThreads(), WorkerThread.factory(name));
  }

  /**
   * Something to make.
   *
   * @param work ends the job
   * @param isWanted whether somebody still waits for it
   */
  private record Job(Payer payer, boolean isHeavy, Runnable work, BooleanSupplier isWanted) {}

  /**
   * Makes an answer on a thread of its own.
   *
   * @param refusal the answer if that is not possible now, or takes too long
   */
  @HandsOver
  public CompletionStage<Prepared> render(
      Payer payer,
      boolean isHeavy,
      Supplier<FullHttpResponse> page,
      Function<NoPage, FullHttpResponse> refusal) {
    Duration pause = work.pauseOf(payer);
    if (!pause.isZero()) {
      return CompletableFuture.completedFuture(
          Prepared.of(refusal.apply(NoPage.overworked(pause))));
    }
    CompletableFuture<Prepared> answer = new CompletableFuture<>();
    Job job =
        new Job(payer, isHeavy, () -> render(payer, page, refusal, answer), () -> !answer.isDone());
    if (!admit(job)) {
      return CompletableFuture.completedFuture(Prepared.of(refusal.apply(NoPage.BUSY)));
    }
    answer.orTimeout(limits.pageWithin().toNanos(), TimeUnit.NANOSECONDS);
    return answer
        .whenComplete((_, _) -> withdraw(job))
        .exceptionally(fault -> Prepared.failed(fault, refusal));
  }

  /** Runs work that answers by itself; returns false if there is no place for it. */
  @HandsOver
  public boolean run(Payer payer, boolean isHeavy, Runnable task) {
    return work.pauseOf(payer).isZero() && admit(new Job(payer, isHeavy, task, () -> true));
  }

  private synchronized boolean admit(Job job) {
    if (threads.isShutdown()) {
      return false;
    }
    if (mayRun(job)) {
      start(job);
      return true;
    }
    return turns.offer(job.payer, job);
  }

  private synchronized void withdraw(Job job) {
    turns.remove(job.payer, job);
  }

  private boolean mayRun(Job job) {
    boolean hasShare =
        job.payer.isOperator() || running.of(job.payer) < limits.pageThreadsPerPayer();
    boolean hasPlace = !job.isHeavy || heavyRunning < limits.heavyPages();
    return hasShare && hasPlace && running.total() < limits.pageThreads();
  }

  private void start(Job job) {
    running.add(job.payer, 1);
    heavyRunning += job.isHeavy ? 1 : 0;
    threads.execute(() -> {
      long before = work.cpuNanos();
      try {
        if (job.isWanted.getAsBoolean()) {
          job.work.run();
        }
      } finally {
        work.spent(job.payer, work.cpuNanos() - before);
        ended(job);
      }
    });
  }

  private synchronized void ended(Job job) {
    running.add(job.payer, -1);
    heavyRunning -= job.isHeavy ? 1 : 0;
    if (!threads.isShutdown()) {
      turns.pollFirst(this::mayRun).ifPresent(this::start);
    }
  }

  private void render(
      Payer payer,
      Supplier<FullHttpResponse> page,
      Function<NoPage, FullHttpResponse> refusal,
      CompletableFuture<Prepared> answer) {
    try {
      Prepared prepared = charged(payer, page.get(), refusal);
      if (!answer.complete(prepared)) {
        prepared.drop();
      }
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  private Prepared charged(
      Payer payer, FullHttpResponse response, Function<NoPage, FullHttpResponse> refusal) {
    Optional<Charge> charge = bytes.take(payer, response.content().readableBytes());
    return charge.isPresent()
        ? new Prepared(response, charge)
        : Prepared.of(refusal.apply(NoPage.BUSY));
  }

  @Override
  public void close() {
    synchronized (this) {
      threads.shutdownNow();
    }
  }
}
