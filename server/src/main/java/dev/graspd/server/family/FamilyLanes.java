package dev.graspd.server.family;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.PlaceShares;
import dev.graspd.server.family.LaneOrder.Group;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.gate.CrowdedException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One lane for each identifier, in which one work runs at a time, so that a decision still holds
 * when it is written. Work that needs several lanes takes all of them at once. Payers are served in
 * turn ({@link LaneOrder}), and the work of one payer in its order: a client may send a state right
 * after its announcement.
 *
 * <p>Clients share a limited number of places in the queues. Bytes do not matter here: events count
 * for the budgets {@code events} and {@code peers}, and a push has its quarantine.
 *
 * <p>Thread-safe.
 */
public final class FamilyLanes {
  /** Work and its answer. */
  private final class Work<R> implements Runnable {
    private final Optional<Payer> client;
    private final Supplier<R> work;
    private final Runnable refusal;
    private final CompletableFuture<R> answer = new CompletableFuture<>();
    private final LaneOrder.Entrant<Work<?>> entrant;

    Work(
        Group group,
        Optional<Payer> payer,
        SortedSet<Identifier> lanes,
        Supplier<R> work,
        Runnable refusal) {
      this.client = payer.filter(FamilyLanes::isClient);
      this.work = work;
      this.refusal = refusal;
      this.entrant = new LaneOrder.Entrant<>(group, payer, lanes, this);
    }

    @Override
    public void run() {
      @Nullable R result = null;
      @Nullable Throwable fault = null;
      try {
        result = work.get();
      } catch (RuntimeException | Error e) {
        fault = e;
      }
      try {
        startAll(left(this));
      } finally {
        if (fault == null) {
          answer.complete(result);
        } else {
          answer.completeExceptionally(fault);
        }
      }
    }

    /** Ends work that cannot begin. */
    private void refuse(Throwable why) {
      try {
        refusal.run();
      } catch (RuntimeException e) {
        why.addSuppressed(e);
      } finally {
        answer.completeExceptionally(why);
      }
    }
  }

  private final Executor executor;
  private final LaneOrder<Work<?>> order = new LaneOrder<>();
  private final PlaceShares places;
  private final BiPredicate<Identifier, PublicKey> owners;

  /**
   * Creates lanes.
   *
   * @param waitingMax how much work of all clients may wait
   * @param owners whether a key has a repository of this name here; must not wait
   */
  public FamilyLanes(Executor executor, int waitingMax, BiPredicate<Identifier, PublicKey> owners) {
    this.executor = executor;
    this.places = new PlaceShares(waitingMax);
    this.owners = owners;
  }

  /** The operator's processes count as clients; for relays only bytes are limited. */
  private static boolean isClient(Payer payer) {
    return !(payer instanceof Payer.Host);
  }

  /**
   * Runs the work of an event when it is the turn of its payer in all of these lanes. The work has
   * its own virtual thread and may block it; the lanes are free when it returns. Fails with {@link
   * CrowdedException} if too much work of this client waits.
   */
  public <R> CompletionStage<R> enter(
      Event event, Payer payer, SortedSet<Identifier> lanes, Supplier<R> work) {
    boolean isOwner = lanes.stream().anyMatch(lane -> owners.test(lane, event.author()));
    return enter(isOwner ? Group.OWNERS : Group.OTHERS, payer, lanes, work);
  }

  /** Runs work of a group when it is the turn of its payer. */
  <R> CompletionStage<R> enter(
      Group group, Payer payer, SortedSet<Identifier> lanes, Supplier<R> work) {
    return enter(new Work<>(group, Optional.of(payer), lanes, work, () -> {}));
  }

  /** Runs work of the server, which has a turn like a payer and is never refused. */
  <R> CompletionStage<R> enter(SortedSet<Identifier> lanes, Supplier<R> work) {
    return enter(new Work<>(Group.SERVER, Optional.empty(), lanes, work, () -> {}));
  }

  /** Runs work of the server in one lane. */
  public <R> CompletionStage<R> enter(Identifier lane, Supplier<R> work) {
    return enter(only(lane), work);
  }

  /** Runs work on the delivery of a push: see {@link #land(PackDelivery, Supplier)}. */
  public <R> CompletionStage<R> land(Payer payer, PackDelivery delivery, Supplier<R> work) {
    return land(Group.PUSHES, Optional.of(payer), delivery, work);
  }

  /**
   * Runs work on objects that the server has fetched. The delivery is closed in the lane, so that
   * the next work there does not see withdrawn packs, and also if the work cannot begin.
   */
  public <R> CompletionStage<R> land(PackDelivery delivery, Supplier<R> work) {
    return land(Group.SERVER, Optional.empty(), delivery, work);
  }

  private <R> CompletionStage<R> land(
      Group group, Optional<Payer> payer, PackDelivery delivery, Supplier<R> work) {
    Supplier<R> closing =
        () -> {
          try (delivery) {
            return work.get();
          }
        };
    return enter(new Work<>(group, payer, only(delivery.family()), closing, delivery::close));
  }

  private static SortedSet<Identifier> only(Identifier lane) {
    return new TreeSet<>(List.of(lane));
  }

  private <R> CompletionStage<R> enter(Work<R> one) {
    List<Work<?>> ready = List.of();
    boolean isCrowded;
    synchronized (order) {
      isCrowded =
          one.client.filter(client -> places.isFull() || !places.allows(client)).isPresent();
      if (!isCrowded) {
        one.client.ifPresent(places::take);
        ready = order.enter(one.entrant);
      }
    }
    if (isCrowded) {
      one.refuse(new CrowdedException());
    }
    startAll(ready);
    return one.answer;
  }

  private List<Work<?>> left(Work<?> one) {
    synchronized (order) {
      one.client.ifPresent(places::giveBack);
      return order.leave(one.entrant);
    }
  }

  /** A loop instead of recursion: when the server ends, thousands of works are refused at once. */
  private void startAll(List<Work<?>> ready) {
    Deque<Work<?>> open = new ArrayDeque<>(ready);
    while (!open.isEmpty()) {
      Work<?> one = open.removeFirst();
      try {
        executor.execute(one);
      } catch (RuntimeException | Error e) {
        open.addAll(left(one));
        one.refuse(e);
      }
    }
  }
}
