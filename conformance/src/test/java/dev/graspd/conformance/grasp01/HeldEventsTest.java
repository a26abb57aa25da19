package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.Negentropy;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A held event is served nowhere. */
class HeldEventsTest extends HostingSuite {
  @Test
  @Claims("N77-held")
  void whatWaitsIsInNoAnswerUntilItIsReleased() {
    HostedRepo repo = newRepo();
    GitClient work = work();
    RelayClient relay = connect(SharedServer.HOSTING);
    Event announcement = repo.announcement();
    Event state = repo.state("main", work.head());
    String own = Texts.by(repo.owner());
    RelayClient.Subscription live = relay.subscribe(own);
    for (Event event : List.of(announcement, state)) {
      assertThat(relay.publish(event).message()).isEqualTo(HELD);
    }
    assertThat(Negentropy.allIds(relay, own)).isEmpty();
    assertThat(relay.query(own).ids()).isEmpty();
    assertThat(relay.count(own)).isZero();

    work.must("push", repo.cloneUrl(), "main");
    assertThat(List.of(live.next(), live.next()))
        .containsExactlyInAnyOrder(announcement.id(), state.id());
    assertThat(Negentropy.allIds(relay, own))
        .containsExactlyInAnyOrder(announcement.id(), state.id());
    assertThat(relay.count(own)).isEqualTo(2);
  }
}
