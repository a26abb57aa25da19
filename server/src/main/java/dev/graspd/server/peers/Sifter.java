package dev.graspd.server.peers;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.server.gate.LapsedEvents;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says which events that a relay has are missing here and not known to be unwanted. Thread-safe.
 */
public final class Sifter {
  private static final Logger LOG = LoggerFactory.getLogger(Sifter.class);
  private static final int SLICE_IDS = 1_000;

  private final EventStore events;
  private final UnwantedStore unwanted;
  private final LapsedEvents lapsedEvents;
  private final Executor readers;
  private final InstantSource clock;

  /**
   * What was found.
   *
   * @param missing what should be fetched
   * @param lapsed what is here and waited in vain: the relay still has it
   */
  public record Sifted(SortedSet<EventId> missing, SortedSet<EventId> lapsed) {
    public Sifted {
      missing = Collections.unmodifiableSortedSet(new TreeSet<>(missing));
      lapsed = Collections.unmodifiableSortedSet(new TreeSet<>(lapsed));
    }
  }

  public Sifter(
      EventStore events,
      UnwantedStore unwanted,
      LapsedEvents lapsedEvents,
      Executor readers,
      InstantSource clock) {
    this.events = events;
    this.unwanted = unwanted;
    this.lapsedEvents = lapsedEvents;
    this.readers = readers;
    this.clock = clock;
  }

  /**
   * Sifts ids, off the caller's thread. If the store cannot be read everything counts as missing:
   * the gate knows what it has.
   */
  public CompletionStage<Sifted> sift(SortedSet<EventId> ids) {
    Run run = new Run(ids);
    run.submit();
    return run.answer;
  }

  private final class Run {
    private final SortedSet<EventId> ids;
    private final Queue<EventId> left;
    private final SortedSet<EventId> missing = new TreeSet<>();
    private final SortedSet<EventId> lapsed = new TreeSet<>();
    private final CompletableFuture<Sifted> answer = new CompletableFuture<>();
    private final long nowSeconds = clock.instant().getEpochSecond();

    Run(SortedSet<EventId> ids) {
      this.ids = ids;
      this.left = new ArrayDeque<>(ids);
    }

    void submit() {
      try {
        readers.execute(this::slice);
      } catch (RejectedExecutionException e) {
        LOG.debug("nobody reads any more", e);
        answer.complete(new Sifted(ids, Collections.emptySortedSet()));
      }
    }

    private void slice() {
      try {
        for (int i = 0; i < SLICE_IDS && !left.isEmpty(); i++) {
          sift(left.remove());
        }
      } catch (RuntimeException e) {
        LOG.warn("ids could not be looked up: {}", e.toString());
        answer.complete(new Sifted(ids, Collections.emptySortedSet()));
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
