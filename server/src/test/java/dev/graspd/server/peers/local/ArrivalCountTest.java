package dev.graspd.server.peers.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.peers.status.Views;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ArrivalCountTest {
  private final CountedSync metrics = new CountedSync();
  private final List<Verdict> passedOn = new ArrayList<>();
  private final ArrivalCount count =
      new ArrivalCount(metrics, judged -> passedOn.add(judged.verdict()));

  @Test
  void onlyWhatIsNewAndServedCountsAsSynced() {
    judge(1, EventSource.LIVE, new Verdict.Accepted());
    judge(1, EventSource.STARTUP, new Verdict.Duplicate("already have this event"));
    judge(1, EventSource.RECONNECT, new Verdict.Held(""));
    judge(1, EventSource.DAILY, new Verdict.Refused(EventReason.EVENT_UNRELATED.refusal()));
    assertThat(metrics.told)
        .containsExactly(
            "event, live", "new event", "event, startup", "event, reconnect", "event, daily");
    assertThat(passedOn).hasSize(4);
  }

  @Test
  void whatIsOnlyPassedOnIsNotSynced() {
    judge(20_001, EventSource.LIVE, new Verdict.Accepted());
    assertThat(metrics.told).containsExactly("event, live");
  }

  private void judge(int kind, EventSource source, Verdict verdict) {
    Event event = EventBuilder.kind(kind).signedBy(TestKeys.ALICE);
    RelayUrl from = Views.url("wss://relay.example.net");
    count.judged(new PeerReception.Judged(event, from, source, verdict, 0));
  }
}
