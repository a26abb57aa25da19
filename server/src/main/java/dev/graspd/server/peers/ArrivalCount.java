package dev.graspd.server.peers;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.server.gate.Verdict;

/** Counts what other relays bring, and passes it on. */
public final class ArrivalCount implements PeerReception.Listener {
  private final SyncMetrics metrics;
  private final PeerReception.Listener next;

  public ArrivalCount(SyncMetrics metrics, PeerReception.Listener next) {
    this.metrics = metrics;
    this.next = next;
  }

  @Override
  public void judged(Event event, RelayUrl from, EventSource source, Verdict verdict) {
    metrics.eventArrived(source);
    boolean isKept = Kinds.lifeOf(event.kind()) != Kinds.Life.EPHEMERAL;
    if (isKept && verdict instanceof Verdict.Accepted) {
      metrics.eventSynced();
    }
    next.judged(event, from, source, verdict);
  }
}
