package dev.graspd.server.peers.local;

import dev.graspd.core.nostr.Kinds;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.peers.status.SyncMetrics;

/** Counts the events of other relays, and passes them on. */
public record ArrivalCount(SyncMetrics metrics, PeerReception.Listener next)
    implements PeerReception.Listener {
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
