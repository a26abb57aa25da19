package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.query.CountRun;
import dev.graspd.core.store.query.ItemRun;
import dev.graspd.core.store.query.QueryRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Talks to a store the way tests like it: waits for answers and collects slices. */
public final class StoreDriver {
  /** The time at which tests act unless they say another one: 2027-01-15, in seconds. */
  public static final long NOW = 1_800_000_000;

  private static final long ANSWER_SECONDS_MAX = 120;
  private static final int SLICE_WORK = 50;
  private static final int SLICE_BYTES = 4_000;

  private final EventStore store;

  public StoreDriver(EventStore store) {
    this.store = store;
  }

  /** A whole answer: what was found, and how it ended. */
  public record Answer(List<EventId> ids, QueryRun.End end) {}

  /** One item of a set to reconcile. */
  public record Item(long createdAt, EventId id) {}

  /** Runs work and waits for it. */
  public <R> R write(Function<StoreTransaction, R> work) {
    try {
      return store.write(work).toCompletableFuture().get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new CompletionException(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("the store did not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  public Appended append(Event event) {
    return write(transaction -> transaction.append(event, NOW));
  }

  /** Appends all of them in one transaction. */
  public void appendAll(Iterable<Event> events) {
    write(transaction -> {
      events.forEach(event -> transaction.append(event, NOW));
      return true;
    });
  }

  public Appended hold(Event event) {
    return write(transaction -> transaction.hold(event, NOW));
  }

  public Optional<Appended> release(EventId id) {
    return write(transaction -> transaction.release(id, NOW));
  }

  public Appended delete(Event deletion) {
    return write(transaction -> transaction.delete(deletion, NOW));
  }

  public Appended vanish(Event vanish) {
    return write(transaction -> transaction.vanish(vanish, NOW));
  }

  public boolean remove(EventId id, Removal why) {
    return write(transaction -> transaction.remove(id, why, NOW));
  }

  public int sweep(long nowSeconds, int max) {
    return write(transaction -> transaction.sweep(nowSeconds, max));
  }

  /** Sweeps until nothing is left to do. */
  public void sweepAll(long nowSeconds) {
    while (sweep(nowSeconds, 100) == 100) {
      // the next portion
    }
  }

  public Answer query(Filter... filters) {
    return query(List.of(filters), NOW);
  }

  public Answer query(List<Filter> filters, long nowSeconds) {
    return collect(store.query(filters, nowSeconds));
  }

  /** Returns the ids of what matches. */
  public List<EventId> ids(Filter... filters) {
    return query(filters).ids();
  }

  /** Reads a run to its end in small slices. */
  public static Answer collect(QueryRun run) {
    List<EventId> ids = new ArrayList<>();
    while (true) {
      QueryRun.Slice slice = run.next(SLICE_WORK, SLICE_BYTES);
      slice.events().forEach(found -> ids.add(found.id()));
      if (slice.end() != QueryRun.End.MORE) {
        return new Answer(List.copyOf(ids), slice.end());
      }
    }
  }

  public long count(Filter... filters) {
    return count(List.of(filters), NOW);
  }

  public long count(List<Filter> filters, long nowSeconds) {
    CountRun run = store.count(filters, nowSeconds);
    while (!run.next(SLICE_WORK)) {
      // the next slice
    }
    return run.counted();
  }

  public List<Item> items(Filter filter, long nowSeconds) {
    List<Item> items = new ArrayList<>();
    ItemRun run = store.items(filter, nowSeconds);
    while (!run.next(SLICE_WORK, (createdAt, id) -> items.add(new Item(createdAt, id)))) {
      // the next slice
    }
    return items;
  }
}
