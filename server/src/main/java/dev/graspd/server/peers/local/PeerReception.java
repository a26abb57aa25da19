package dev.graspd.server.peers.local;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedEvent.Why;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.server.family.held.LapsedEvents;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Submits the events of other relays to the gate, and lets the store remember which ones sync need
 * not fetch again (sync.md, section 9). Thread-safe.
 */
public record PeerReception(
    Gate gate,
    EventStore events,
    UnwantedStore unwanted,
    LapsedEvents lapsed,
    Duration refusalsKept,
    Listener listener,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(PeerReception.class);

  /**
   * An event of a relay and the gate's decision.
   *
   * @param afterSeq the last record of the log that the decision certainly includes
   */
  public record Judged(
      Event event, RelayUrl from, EventSource source, Verdict verdict, long afterSeq) {}

  /** Learns the gate's decision before the link does; possibly on the store's thread. */
  public interface Listener {
    void judged(Judged judged);
  }

  /**
   * Submits an event. The answer arrives when it is final, possibly on the store's thread, and
   * never fails.
   */
  public CompletionStage<SyncOutcome> receive(Event event, RelayUrl from, EventSource source) {
    if (isSettled(event.id(), source)) {
      return CompletableFuture.completedFuture(SyncOutcome.KNOWN);
    }
    long afterSeq = gate.settledSeq();
    return gate.submit(event, new Origin.Peer(from.text()))
        .thenApply(verdict -> judged(new Judged(event, from, source, verdict, afterSeq)));
  }

  /** A comparison of ids has shown events that are only remembered here. */
  public void seenByDailySync(EventId id) {
    lapsed.seenByDailySync(id);
  }

  /**
   * Returns whether to skip the gate. For the gate an expired event would be new, and would wait
   * again each time that a relay sends it; so would an event that is no longer remembered.
   */
  private boolean isSettled(EventId id, EventSource source) {
    return switch (events.known(id)) {
      case SERVED, GONE -> false;
      case HELD -> {
        boolean isLapsed = lapsed.isLapsed(id);
        if (isLapsed && source == EventSource.DAILY) {
          lapsed.seenByDailySync(id);
        }
        yield isLapsed;
      }
      case UNKNOWN ->
          unwanted.unwanted(id, nowSeconds()).filter(row -> !row.why().isRefusal()).isPresent();
    };
  }

  private SyncOutcome judged(Judged judged) {
    RefusalVerdict judgement = RefusalVerdict.of(judged.verdict());
    LOG.debug("event {} from {}: {}", judged.event().id(), judged.from(), judgement);
    judgement.unwanted().ifPresent(why -> remember(judged.event(), why));
    listener.judged(judged);
    return judgement.outcome();
  }

  private void remember(Event event, Why why) {
    if (events.known(event.id()) != Known.UNKNOWN) {
      return;
    }
    long now = nowSeconds();
    UnwantedEvent row = UnwantedEvent.refused(event, why, now, now + refusalsKept.toSeconds());
    var _ =
        events
            .write(tx -> {
              tx.putUnwanted(row);
              return true;
            })
            .whenComplete((_, fault) -> {
              if (fault != null) {
                LOG.debug("event {} may be brought again", event.id(), fault);
              }
            });
  }

  private long nowSeconds() {
    return clock.instant().getEpochSecond();
  }
}
