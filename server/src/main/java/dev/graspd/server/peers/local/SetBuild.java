package dev.graspd.server.peers.local;

import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.Waiting;
import dev.graspd.core.store.query.ItemRun;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds one set in slices, so that others may read in between. Used by one thread at a time. */
final class SetBuild {
  private static final Logger LOG = LoggerFactory.getLogger(SetBuild.class);
  private static final int SLICE_WORK = 5_000;
  private static final int HELD_PAGE = 1_000;

  /** Expired events (NIP-40) that are not swept yet count like all others. */
  private static final long EXPIRED_TOO = 0;

  private final Filter filter;
  private final int itemsMax;
  private final Executor readers;
  private final SummarySet set = new SummarySet();
  private final CompletableFuture<OwnSet> answer = new CompletableFuture<>();
  private final OwnSets.Sources sources;
  private final long nowSeconds;

  /** One step; returns whether it is done. */
  private interface Step {
    boolean next();
  }

  SetBuild(
      OwnSets.Sources sources, Filter filter, int itemsMax, long nowSeconds, Executor readers) {
    this.sources = sources;
    this.filter = filter;
    this.itemsMax = itemsMax;
    this.nowSeconds = nowSeconds;
    this.readers = readers;
  }

  CompletableFuture<OwnSet> run() {
    submit(() -> proceed(served(), () -> proceed(held(), this::unwantedOrDone)));
    return answer;
  }

  private void unwantedOrDone() {
    if (isJudgedByTimeAndKind()) {
      proceed(unwanted(), this::done);
    } else {
      done();
    }
  }

  private void done() {
    answer.complete(new OwnSet.Ready(set.snapshot()));
  }

  private void proceed(Step step, Runnable then) {
    boolean finished = step.next();
    if (set.size() > itemsMax) {
      answer.complete(new OwnSet.TooMany());
    } else if (finished) {
      then.run();
    } else {
      submit(() -> proceed(step, then));
    }
  }

  private void submit(Runnable slice) {
    try {
      readers.execute(() -> guarded(slice));
    } catch (RejectedExecutionException e) {
      LOG.debug("the reader threads have ended", e);
      answer.complete(new OwnSet.Failed());
    }
  }

  private void guarded(Runnable slice) {
    try {
      slice.run();
    } catch (StorageException e) {
      LOG.debug("our set could not be read", e);
      answer.complete(new OwnSet.Failed());
    } catch (RuntimeException e) {
      LOG.error("our set could not be read", e);
      answer.complete(new OwnSet.Failed());
    }
  }

  private Step served() {
    ItemRun run = sources.events().items(filter, EXPIRED_TOO);
    return () -> run.next(SLICE_WORK, (createdAt, id) -> set.add(new Item(createdAt, id)));
  }

  /** Without expired events, so that we notice relays that still have them. */
  private Step held() {
    AtomicReference<Optional<EventId>> last = new AtomicReference<>(Optional.empty());
    return () -> {
      List<Waiting> page = sources.repositories().waiting(last.get(), HELD_PAGE);
      for (Waiting waiting : page) {
        if (!waiting.until().lapsed() && mayMatch(waiting) && matches(waiting)) {
          set.add(new Item(waiting.createdAt(), waiting.id()));
        }
        last.set(Optional.of(waiting.id()));
      }
      return page.size() < HELD_PAGE;
    };
  }

  /** Excludes events by their row, without reading the event. */
  private boolean mayMatch(Waiting waiting) {
    return waiting.createdAt() >= filter.since().orElse(0)
        && waiting.createdAt() <= filter.until().orElse(Long.MAX_VALUE)
        && (filter.kinds() == null || filter.kinds().contains(waiting.kind()))
        && (filter.authors() == null || filter.authors().contains(waiting.author()))
        && (filter.ids() == null || filter.ids().contains(waiting.id()));
  }

  /** One event at a time: all of them together may not fit into the heap. */
  private boolean matches(Waiting waiting) {
    return filter.tags().isEmpty()
        || sources.repositories().held(waiting.id()).filter(filter::matches).isPresent();
  }

  private Step unwanted() {
    UnwantedStore.Run run = sources.unwanted().unwanted(nowSeconds);
    return () -> run.next(SLICE_WORK, this::addIfMatching);
  }

  private void addIfMatching(UnwantedEvent row) {
    boolean inTime =
        row.createdAt() >= filter.since().orElse(0)
            && row.createdAt() <= filter.until().orElse(Long.MAX_VALUE);
    if (inTime && (filter.kinds() == null || filter.kinds().contains(row.kind()))) {
      set.add(new Item(row.createdAt(), row.id()));
    }
  }

  private boolean isJudgedByTimeAndKind() {
    return filter.ids() == null && filter.authors() == null && filter.tags().isEmpty();
  }
}
