package dev.graspd.server.peers;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Unwanted;
import dev.graspd.core.store.Unwanted.Why;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.Outcome;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.LapsedEvents;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the events that other relays send to the gate, and has the store remember what need not be
 * brought again (sync.md, section 9). Thread-safe.
 */
public final class PeerReception {
  private static final Logger LOG = LoggerFactory.getLogger(PeerReception.class);

  private final Gate gate;
  private final EventStore events;
  private final UnwantedStore unwanted;
  private final LapsedEvents lapsed;
  private final Duration refusalsKept;
  private final Listener listener;
  private final InstantSource clock;

  /**
   * An event of a relay and what the gate said.
   *
   * @param afterSeq the last record of the log that was certainly taken into account
   */
  public record Judged(
      Event event, RelayUrl from, EventSource source, Verdict verdict, long afterSeq) {}

  /** Hears what the gate said, before the link does; possibly on the store's thread. */
  public interface Listener {
    void judged(Judged judged);
  }

  public PeerReception(
      Gate gate,
      EventStore events,
      UnwantedStore unwanted,
      LapsedEvents lapsed,
      Duration refusalsKept,
      Listener listener,
      InstantSource clock) {
    this.gate = gate;
    this.events = events;
    this.unwanted = unwanted;
    this.lapsed = lapsed;
    this.refusalsKept = refusalsKept;
    this.listener = listener;
    this.clock = clock;
  }

  /**
   * Takes an event. The answer comes when it is final, possibly on the store's thread, and never
   * fails.
   */
  public CompletionStage<Outcome> receive(Event event, RelayUrl from, EventSource source) {
    if (isSettled(event.id(), source)) {
      return CompletableFuture.completedFuture(Outcome.KNOWN);
    }
    long afterSeq = gate.settledSeq();
    return gate.submit(event, new Origin.Peer(from.text()))
        .thenApply(verdict -> judged(new Judged(event, from, source, verdict, afterSeq)));
  }

  /** What was seen in a comparison of ids and is only remembered here. */
  public void seenByDailySync(EventId id) {
    lapsed.seenByDailySync(id);
  }

  /**
   * Returns whether the gate need not be asked. To it, one that lapsed would be new, and would wait
   * again with every relay that still has it; and so would one whose memory is over.
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

  private Outcome judged(Judged judged) {
    Judgement judgement = Judgement.of(judged.verdict());
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
    Unwanted row = Unwanted.refused(event, why, now, now + refusalsKept.toSeconds());
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
