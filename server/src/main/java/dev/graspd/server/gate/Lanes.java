package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.PlaceShares;
import dev.graspd.server.gate.LaneOrder.Group;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One lane for each identifier: what is done in it is done one after the other, so that a decision
 * still holds when it is performed. Work that needs several lanes takes all of them at once. Payers
 * are served in turn ({@link LaneOrder}), and the work of one payer in its order: a client may send
 * a state right after its announcement.
 *
 * <p>Clients have a share of what may wait. It is counted, not weighed: the bytes of events count
 * for the budgets {@code events} and {@code peers}, and a push has its place and its quarantine.
 *
 * <p>Thread-safe.
 */
final class Lanes {
  /** Too much work of this client waits. */
  static final class CrowdedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CrowdedException() {
      super("too much work of this client waits", null, false, false);
    }
  }

  /** Work, and who hears of its end. */
  private final class Work<R> implements Runnable {
    private final Optional<Payer> client;
    private final Supplier<CompletionStage<R>> work;
    private final CompletableFuture<R> answer = new CompletableFuture<>();
    private final LaneOrder.Entrant<Work<?>> entrant;

    Work(
        Group group,
        Optional<Payer> payer,
        SortedSet<Identifier> lanes,
        Supplier<CompletionStage<R>> work) {
      this.client = payer.filter(Lanes::isClient);
      this.work = work;
      this.entrant = new LaneOrder.Entrant<>(group, payer, lanes, this);
    }

    @Override
    public void run() {
      try {
        var _ = work.get().whenComplete(this::ended);
      } catch (RuntimeException | Error e) {
        ended(null, e);
      }
    }

    private void ended(@Nullable R result, @Nullable Throwable fault) {
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
  }

  private final Executor executor;
  private final LaneOrder<Work<?>> order = new LaneOrder<>();
  private final PlaceShares places;
  private final BiPredicate<Identifier, PublicKey> owners;

  /**
   * Lanes.
   *
   * @param waitingMax how much work of clients may wait, of all of them together
   * @param owners whether somebody has a repository of this name here; must not wait
   */
  Lanes(Executor executor, int waitingMax, BiPredicate<Identifier, PublicKey> owners) {
    this.executor = executor;
    this.places = new PlaceShares(waitingMax);
    this.owners = owners;
  }

  /** The operator's own processes too; what relays bring is bound by its bytes alone. */
  private static boolean isClient(Payer payer) {
    return !(payer instanceof Payer.Host);
  }

  /**
   * Runs what an event asks for when it is the turn of its payer in all of these lanes; its end is
   * that of the stage that it returns. The work runs on the executor and may wait. Fails with
   * {@link CrowdedException} if too much work of this client waits already.
   */
  <R> CompletionStage<R> enter(
      Event event, Payer payer, SortedSet<Identifier> lanes, Supplier<CompletionStage<R>> work) {
    boolean isOwner = lanes.stream().anyMatch(lane -> owners.test(lane, event.author()));
    return enter(isOwner ? Group.OWNERS : Group.OTHERS, payer, lanes, work);
  }

  /** Runs work of a group when it is the turn of its payer. */
  <R> CompletionStage<R> enter(
      Group group, Payer payer, SortedSet<Identifier> lanes, Supplier<CompletionStage<R>> work) {
    return enter(new Work<>(group, Optional.of(payer), lanes, work));
  }

  /** Runs work of the server itself, which has a turn like a payer and is never refused. */
  <R> CompletionStage<R> enter(SortedSet<Identifier> lanes, Supplier<CompletionStage<R>> work) {
    return enter(new Work<>(Group.SERVER, Optional.empty(), lanes, work));
  }

  private <R> CompletionStage<R> enter(Work<R> one) {
    List<Work<?>> ready;
    synchronized (order) {
      if (one.client.filter(client -> places.isFull() || !places.allows(client)).isPresent()) {
        return CompletableFuture.failedStage(new CrowdedException());
      }
      one.client.ifPresent(places::take);
      ready = order.enter(one.entrant);
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

  /** Not one from the end of the other: when the server ends, thousands that wait end at once. */
  private void startAll(List<Work<?>> ready) {
    Deque<Work<?>> open = new ArrayDeque<>(ready);
    while (!open.isEmpty()) {
      Work<?> one = open.removeFirst();
      try {
        executor.execute(one);
      } catch (RuntimeException | Error e) {
        open.addAll(left(one));
        one.answer.completeExceptionally(e);
      }
    }
  }
}
