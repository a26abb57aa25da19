package dev.graspd.server.peers;

import dev.graspd.core.nostr.Kinds;
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
  public void judged(PeerReception.Judged judged) {
    metrics.eventArrived(judged.source());
    boolean isKept = Kinds.lifeOf(judged.event().kind()) != Kinds.Life.EPHEMERAL;
    boolean isStored =
        judged.verdict() instanceof Verdict.Accepted
            || judged.verdict() instanceof Verdict.Remembered;
    if (isKept && isStored) {
      metrics.eventSynced();
    }
    next.judged(judged);
  }
}
