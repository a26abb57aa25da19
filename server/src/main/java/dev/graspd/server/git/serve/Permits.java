package dev.graspd.server.git.serve;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.PlaceShares;
import dev.graspd.server.charge.Turns;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Who may compute a pack now: so many in all, so many of one address, so many heavy ones, and all
 * of them within the heap that packs may take. The others wait a little; addresses are served in
 * turn, and none has more than its share of the places to wait. Thread-safe.
 */
final class Permits {
  /**
   * What somebody wants to compute.
   *
   * @param payer whose limit counts; the operator has none of its own
   * @param heapBytes that it takes, as far as that can be told before
   */
  record Wanted(Payer payer, boolean heavy, long heapBytes) {}

  /** A place; given back once. */
  final class Permit implements AutoCloseable {
    private final Wanted wanted;
    private final PackHeap.Part part;
    private boolean closed;

    private Permit(Wanted wanted, PackHeap.Part part) {
      this.wanted = wanted;
      this.part = part;
    }

    /**
     * Takes more heap, after waiting for it if need be; returns false if that takes too long, or if
     * no pack may have so much. A light request may turn out to be a large one.
     */
    boolean grow(long moreBytes) throws InterruptedException {
      return Permits.this.grow(part, moreBytes);
    }

    /** Returns whether this would be more than any pack may have, however long it waited. */
    boolean isTooMuch(long moreBytes) {
      return Permits.this.isTooMuch(part, moreBytes);
    }

    boolean isHeavy() {
      return wanted.heavy();
    }

    /** Returns how much heap it was given at first. */
    long heapBytes() {
      return wanted.heapBytes();
    }

    @Override
    public void close() {
      release(this);
    }
  }

  private record Waiting(Wanted wanted, CompletableFuture<Permit> turn) {}

  private final ServeLimits limits;
  private final PackHeap heap;
  private final Map<Payer, Integer> byPayer = new HashMap<>();
  private final PlaceShares waitingPlaces;
  private final Turns<Waiting> queue;
  private int inUse;
  private int heavyInUse;
  private int growing;

  Permits(ServeLimits limits, PackHeap heap) {
    this.limits = limits;
    this.heap = heap;
    this.waitingPlaces = new PlaceShares(limits.waiting());
    this.queue = new Turns<>(limits.waiting(), limits.waiting());
  }

  /**
   * Returns a place, after waiting for one if need be; empty if too many wait or it takes too long.
   */
  Optional<Permit> acquire(Wanted wanted) throws InterruptedException {
    Waiting waiting = new Waiting(wanted, new CompletableFuture<>());
    synchronized (this) {
      // Those who wait have no use for a place that is free, or they would have it.
      if (!(heap.isLarge(wanted.heapBytes()) && hasLargeWaiting()) && hasPlace(wanted)) {
        return Optional.of(given(wanted));
      }
      if (!waitingPlaces.allows(wanted.payer()) || !queue.offer(turnOf(wanted.payer()), waiting)) {
        return Optional.empty();
      }
      waitingPlaces.take(wanted.payer());
      serveQueue();
    }
    return await(waiting);
  }

  private Optional<Permit> await(Waiting waiting) throws InterruptedException {
    boolean isLarge = heap.isLarge(waiting.wanted().heapBytes());
    Duration patience = isLarge ? limits.heapWaitFor() : limits.waitFor();
    try {
      return Optional.of(waiting.turn().get(patience.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException | ExecutionException e) {
      return lastChance(waiting);
    } catch (InterruptedException e) {
      lastChance(waiting).ifPresent(Permit::close);
      throw e;
    }
  }

  private synchronized Optional<Permit> lastChance(Waiting waiting) {
    Wanted wanted = waiting.wanted();
    if (!queue.remove(turnOf(wanted.payer()), waiting)) {
      return Optional.of(waiting.turn().join());
    }
    waitingPlaces.giveBack(wanted.payer());
    if (!heap.fits(wanted.heapBytes())) {
      heap.refused();
    }
    return Optional.empty();
  }

  private synchronized void release(Permit permit) {
    if (permit.closed) {
      return;
    }
    permit.closed = true;
    inUse--;
    heavyInUse -= permit.wanted.heavy() ? 1 : 0;
    byPayer.computeIfPresent(permit.wanted.payer(), (_, n) -> n == 1 ? null : n - 1);
    heap.giveBack(permit.part);
    serveQueue();
    notifyAll();
  }

  private synchronized boolean isTooMuch(PackHeap.Part part, long moreBytes) {
    return heap.isTooMuch(part, moreBytes);
  }

  private synchronized boolean grow(PackHeap.Part part, long moreBytes)
      throws InterruptedException {
    if (heap.isTooMuch(part, moreBytes)) {
      heap.refused();
      return false;
    }
    long end = System.nanoTime() + limits.heapWaitFor().toNanos();
    growing++;
    try {
      while (!heap.grow(part, moreBytes)) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          heap.refused();
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      return true;
    } finally {
      growing--;
      serveQueue();
    }
  }

  private void serveQueue() {
    Optional<Waiting> next = queue.pollAny(new MayGo());
    while (next.isPresent()) {
      Wanted wanted = next.get().wanted();
      waitingPlaces.giveBack(wanted.payer());
      next.get().turn().complete(given(wanted));
      next = queue.pollAny(new MayGo());
    }
  }

  /** Asked in the order of turns: of the large ones only the first may go, or it never would. */
  private final class MayGo implements Predicate<Waiting> {
    private boolean largeOneWaits = growing > 0;

    @Override
    public boolean test(Waiting waiting) {
      if (!heap.isLarge(waiting.wanted().heapBytes())) {
        return hasPlace(waiting.wanted());
      }
      boolean mayGo = !largeOneWaits && hasPlace(waiting.wanted());
      largeOneWaits |= hasPermit(waiting.wanted());
      return mayGo;
    }
  }

  private boolean hasLargeWaiting() {
    MayGo any = new MayGo();
    queue.forEach(waiting -> any.test(waiting));
    return any.largeOneWaits;
  }

  private boolean hasPlace(Wanted wanted) {
    return hasPermit(wanted) && heap.fits(wanted.heapBytes());
  }

  private boolean hasPermit(Wanted wanted) {
    int ofPayer = byPayer.getOrDefault(wanted.payer(), 0);
    return inUse < limits.uploads()
        && (wanted.payer().isOperator() || ofPayer < limits.uploadsPerAddress())
        && (!wanted.heavy() || heavyInUse < limits.heavyUploads());
  }

  /** A customer who has an IPv6 /48 has one turn, not one for each /64 of it. */
  private static Payer turnOf(Payer payer) {
    return payer.site().orElse(payer);
  }

  private Permit given(Wanted wanted) {
    inUse++;
    heavyInUse += wanted.heavy() ? 1 : 0;
    byPayer.merge(wanted.payer(), 1, Integer::sum);
    return new Permit(wanted, heap.take(wanted.heapBytes()));
  }

  synchronized int inUse() {
    return inUse;
  }

  /** Returns how many wait for more heap than they have. */
  synchronized int growing() {
    return growing;
  }

  synchronized int waiting() {
    return queue.size();
  }
}
