package dev.graspd.server.git.serve;

import dev.graspd.server.charge.Payer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Who may compute a pack now: so many in all, so many of one address, so many heavy ones; the
 * others wait a little in the order in which they came, as far as their address has a place.
 * Thread-safe.
 */
final class Permits {
  /** A place; given back once. */
  final class Permit implements AutoCloseable {
    private final Payer payer;
    private final boolean heavy;
    private boolean closed;

    private Permit(Payer payer, boolean heavy) {
      this.payer = payer;
      this.heavy = heavy;
    }

    @Override
    public void close() {
      release(this);
    }
  }

  private record Waiting(Payer payer, boolean heavy, CompletableFuture<Permit> turn) {}

  private final ServeLimits limits;
  private final Map<Payer, Integer> byPayer = new HashMap<>();
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private int inUse;
  private int heavyInUse;

  Permits(ServeLimits limits) {
    this.limits = limits;
  }

  /**
   * Returns a place, after waiting for one if need be; empty if too many wait or it takes too long.
   *
   * @param payer whose limit counts; the operator has none of its own
   */
  Optional<Permit> acquire(Payer payer, boolean heavy) throws InterruptedException {
    CompletableFuture<Permit> turn = new CompletableFuture<>();
    Waiting waiting = new Waiting(payer, heavy, turn);
    synchronized (this) {
      if (queue.isEmpty() && hasPlace(waiting)) {
        return Optional.of(given(waiting));
      }
      if (queue.size() >= limits.waiting()) {
        return Optional.empty();
      }
      queue.add(waiting);
      serveQueue();
    }
    try {
      return Optional.of(turn.get(limits.waitFor().toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException | ExecutionException e) {
      return lastChance(waiting);
    } catch (InterruptedException e) {
      lastChance(waiting).ifPresent(Permit::close);
      throw e;
    }
  }

  private synchronized Optional<Permit> lastChance(Waiting waiting) {
    queue.remove(waiting);
    return waiting.turn().isDone() ? Optional.of(waiting.turn().join()) : Optional.empty();
  }

  private synchronized void release(Permit permit) {
    if (permit.closed) {
      return;
    }
    permit.closed = true;
    inUse--;
    heavyInUse -= permit.heavy ? 1 : 0;
    byPayer.computeIfPresent(permit.payer, (_, n) -> n == 1 ? null : n - 1);
    serveQueue();
  }

  private void serveQueue() {
    for (Iterator<Waiting> it = queue.iterator(); it.hasNext(); ) {
      Waiting waiting = it.next();
      if (hasPlace(waiting)) {
        it.remove();
        waiting.turn().complete(given(waiting));
      }
    }
  }

  private boolean hasPlace(Waiting waiting) {
    int ofPayer = byPayer.getOrDefault(waiting.payer(), 0);
    return inUse < limits.uploads()
        && (waiting.payer().isOperator() || ofPayer < limits.uploadsPerAddress())
        && (!waiting.heavy() || heavyInUse < limits.heavyUploads());
  }

  private Permit given(Waiting waiting) {
    inUse++;
    heavyInUse += waiting.heavy() ? 1 : 0;
    byPayer.merge(waiting.payer(), 1, Integer::sum);
    return new Permit(waiting.payer(), waiting.heavy());
  }

  synchronized int inUse() {
    return inUse;
  }
}
