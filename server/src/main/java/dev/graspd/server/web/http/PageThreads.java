package dev.graspd.server.web.http;

import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.ByteBudget.Charge;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.Tally;
import dev.graspd.server.charge.Turns;
import io.netty.handler.codec.http.FullHttpResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The threads that render pages, so that no event loop waits for a store or a long list. Addresses
 * are served in turn, and one of them has at most half of the threads. Thread-safe.
 */
public final class PageThreads implements AutoCloseable {
  static final String BUSY = "too many pages are asked for at once, try again in a few seconds";

  private final RequestLimits limits;
  private final ByteBudget bytes;
  private final ExecutorService threads;
  private final Turns<Job> turns;
  private final Tally<Payer> running = new Tally<>();

  public PageThreads(RequestLimits limits, ByteBudget bytes) {
    this.limits = limits;
    this.bytes = bytes;
    this.turns = new Turns<>(limits.maxWaitingPages(), limits.maxWaitingPagesPerPayer());
    this.threads = Executors.newFixedThreadPool(limits.pageThreads(), WorkerThread.factory("page"));
  }

  private record Job(
      Payer payer, Supplier<OpsPages.Page> page, CompletableFuture<Prepared> answer) {}

  /**
   * Renders a page on a thread of its own. Ends with a {@link
   * java.util.concurrent.TimeoutException} if that takes too long.
   */
  public CompletionStage<Prepared> render(Payer payer, Supplier<OpsPages.Page> page) {
    Job job = new Job(payer, page, new CompletableFuture<>());
    if (!admit(job)) {
      return CompletableFuture.completedFuture(busy());
    }
    job.answer.orTimeout(limits.pageWithin().toNanos(), TimeUnit.NANOSECONDS);
    return job.answer.whenComplete((_, _) -> withdraw(job));
  }

  private synchronized boolean admit(Job job) {
    if (threads.isShutdown()) {
      return false;
    }
    if (mayRun(job.payer)) {
      run(job);
      return true;
    }
    return turns.offer(job.payer, job);
  }

  private synchronized void withdraw(Job job) {
    turns.remove(job.payer, job);
  }

  private boolean mayRun(Payer payer) {
    boolean hasShare = payer.isOperator() || running.of(payer) < limits.pageThreadsPerPayer();
    return hasShare && running.total() < limits.pageThreads();
  }

  private void run(Job job) {
    running.add(job.payer, 1);
    threads.execute(() -> {
      try {
        render(job);
      } finally {
        ended(job);
      }
    });
  }

  private synchronized void ended(Job job) {
    running.add(job.payer, -1);
    if (!threads.isShutdown()) {
      turns.poll(this::mayRun).ifPresent(this::run);
    }
  }

  private void render(Job job) {
    if (job.answer.isDone()) {
      return;
    }
    try {
      Prepared prepared = charged(job.payer, Answers.page(job.page.get()));
      if (!job.answer.complete(prepared)) {
        prepared.drop();
      }
    } catch (RuntimeException | Error e) {
      job.answer.completeExceptionally(e);
    }
  }

  private Prepared charged(Payer payer, FullHttpResponse response) {
    Optional<Charge> charge = bytes.take(payer, response.content().readableBytes());
    return charge.isPresent() ? new Prepared(response, charge) : busy();
  }

  private static Prepared busy() {
    return Prepared.of(Answers.text(503, BUSY));
  }

  @Override
  public void close() {
    synchronized (this) {
      threads.shutdownNow();
    }
  }
}
