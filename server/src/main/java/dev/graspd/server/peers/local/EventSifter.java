package dev.graspd.server.peers.local;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.server.family.held.LapsedEvents;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out which events of a relay are missing here and not known to be unwanted. Thread-safe. */
public record EventSifter(
    EventStore events,
    UnwantedStore unwanted,
    LapsedEvents lapsedEvents,
    Executor readers,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(EventSifter.class);
  private static final int SLICE_IDS = 1_000;

  /**
   * The result.
   *
   * @param missing the events to fetch, in the order of the question
   * @param lapsed expired events that the relay still has
   */
  public record Sifted(List<EventId> missing, List<EventId> lapsed) {
    public Sifted {
      missing = List.copyOf(missing);
      lapsed = List.copyOf(lapsed);
    }
  }

  /**
   * Sifts ids, off the caller's thread. If the store cannot be read, everything counts as missing:
   * the gate recognises duplicates.
   */
  public CompletionStage<Sifted> sift(List<EventId> ids) {
    Run run = new Run(ids);
    run.submit();
    return run.answer;
  }

  private final class Run {
    private final List<EventId> ids;
    private final Queue<EventId> left;
    private final List<EventId> missing = new ArrayList<>();
    private final List<EventId> lapsed = new ArrayList<>();
    private final CompletableFuture<Sifted> answer = new CompletableFuture<>();
    private final long nowSeconds = clock.instant().getEpochSecond();

    Run(List<EventId> ids) {
      this.ids = ids;
      this.left = new ArrayDeque<>(ids);
    }

    void submit() {
      try {
        readers.execute(this::slice);
      } catch (RejectedExecutionException e) {
        LOG.debug("the reader threads have ended", e);
        answer.complete(new Sifted(ids, List.of()));
      }
    }

    private void slice() {
      try {
        for (int i = 0; i < SLICE_IDS && !left.isEmpty(); i++) {
          sift(left.remove());
        }
      } catch (RuntimeException e) {
        LOG.warn("ids could not be looked up: {}", e.toString());
        answer.complete(new Sifted(ids, List.of()));
        return;
      }
      if (left.isEmpty()) {
        answer.complete(new Sifted(missing, lapsed));
      } else {
        submit();
      }
    }

    private void sift(EventId id) {
      switch (events.known(id)) {
        case UNKNOWN -> {
          if (unwanted.unwanted(id, nowSeconds).isEmpty()) {
            missing.add(id);
          }
        }
        case HELD -> {
          if (lapsedEvents.isLapsed(id)) {
            lapsed.add(id);
          }
        }
        case SERVED, GONE -> {}
      }
    }
  }
}
