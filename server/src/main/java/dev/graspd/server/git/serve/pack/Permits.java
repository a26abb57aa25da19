package dev.graspd.server.git.serve.pack;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.PlaceShares;
import dev.graspd.server.charge.Tally;
import dev.graspd.server.charge.Turns;
import dev.graspd.server.git.serve.request.ServeLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Permits for computing packs: limited in total, for one address, for heavy requests, and by the
 * heap for packs. The other requests wait a while; addresses take turns, and none has more than its
 * share of the queue. Thread-safe.
 */
public final class Permits {
  /**
   * A request for a permit.
   *
   * @param payer whose limit counts; the operator has none
   * @param heapBytes the estimated heap
   */
  public record Wanted(Payer payer, boolean heavy, long heapBytes) {}

  /** A place; given back once. */
  public final class Permit implements AutoCloseable {
    private final Wanted wanted;
    private final PackHeap.Part part;
    private boolean closed;

    private Permit(Wanted wanted, PackHeap.Part part) {
      this.wanted = wanted;
      this.part = part;
    }

    /**
     * Takes more heap, and waits for it; returns false if that takes too long, or if it is above
     * the limit for a pack. A light request may become a large one.
     */
    boolean grow(long moreBytes) throws InterruptedException {
      return Permits.this.grow(part, moreBytes);
    }

    /** Returns whether this is above the limit for a pack. */
    boolean isTooMuch(long moreBytes) {
      return Permits.this.isTooMuch(part, moreBytes);
    }

    boolean isHeavy() {
      return wanted.heavy();
    }

    /** Returns its first heap. */
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
  private final Tally<Payer> inUse = new Tally<>();
  private final PlaceShares waitingPlaces;
  private final Turns<Waiting> queue;
  private int heavyInUse;
  private int growing;

  public Permits(ServeLimits limits, PackHeap heap) {
    this.limits = limits;
    this.heap = heap;
    this.waitingPlaces = new PlaceShares(limits.uploads().waiting());
    this.queue = new Turns<>(limits.uploads().waiting(), limits.uploads().waiting());
  }

  /** Waits for a permit; empty if too many requests wait or it takes too long. */
  public Optional<Permit> acquire(Wanted wanted) throws InterruptedException {
    Waiting waiting = new Waiting(wanted, new CompletableFuture<>());
    synchronized (this) {
      // Waiting requests cannot use a free place, or they would have it.
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
    Duration waitMax = isLarge ? limits.times().heapWait() : limits.times().placeWait();
    try {
      return Optional.of(waiting.turn().get(waitMax.toNanos(), TimeUnit.NANOSECONDS));
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
    heavyInUse -= permit.wanted.heavy() ? 1 : 0;
    inUse.add(permit.wanted.payer(), -1);
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
    long end = System.nanoTime() + limits.times().heapWait().toNanos();
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

  /**
   * Tested in the order of turns: of the large requests only the first may start, or it never
   * would.
   */
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
    long ofPayer = inUse.of(wanted.payer());
    return inUse.total() < limits.uploads().total()
        && (wanted.payer().isOperator() || ofPayer < limits.uploads().perAddress())
        && (!wanted.heavy() || heavyInUse < limits.uploads().heavy());
  }

  /** The owner of an IPv6 /48 has one turn, not one for each /64 of it. */
  private static Payer turnOf(Payer payer) {
    return payer.site().orElse(payer);
  }

  private Permit given(Wanted wanted) {
    heavyInUse += wanted.heavy() ? 1 : 0;
    inUse.add(wanted.payer(), 1);
    return new Permit(wanted, heap.take(wanted.heapBytes()));
  }

  synchronized int inUse() {
    return Math.toIntExact(inUse.total());
  }

  /** Returns the number of packs that wait for more heap. */
  synchronized int growing() {
    return growing;
  }

  public synchronized int waiting() {
    return queue.size();
  }
}
