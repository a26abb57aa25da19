package dev.graspd.server.family.push;

import static dev.graspd.server.hosting.RepoWords.outcomes;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.server.hosting.RepositoryHostSuite;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A server that its operator has made read-only. */
class ReadOnlyTest extends RepositoryHostSuite {
  private void readOnly() {
    host.close();
    host = newHost(true);
  }

  private void writable() {
    host.close();
    host = newHost();
  }

  @Test
  void pushIsRefusedBeforeItsPackIsReadAndAlsoWhenItLands() {
    hosted();
    send(state(ALICE, 1, "main=2"));
    readOnly();
    PushRequest request = request(ALICES, "main=2");
    assertThat(outcomes(host.pushes().judge(request))).isEqualTo(ServerReason.READ_ONLY.slug());
    assertThat(push(ALICES, "main=2", 2)).isEqualTo(ServerReason.READ_ONLY.slug());
    assertThat(push(ALICES, "PR=3", 3)).isEqualTo(ServerReason.READ_ONLY.slug());
    assertThat(refs(ALICES)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void pushToAnUnknownRepositoryHearsTheSame() {
    readOnly();
    assertThat(push(ALICES, "main=2", 2)).isEqualTo(ServerReason.READ_ONLY.slug());
  }

  @Test
  void timeOfHeldEventsStandsStill() {
    hosted();
    Event state = state(ALICE, 1, "main=2");
    send(state);
    pass(Duration.ofMinutes(29));
    saved();
    readOnly();
    pass(Duration.ofDays(2));
    assertThat(host.lapsed().isLapsed(state.id())).isFalse();
    writable();
    assertThat(push(ALICES, "main=2", 2)).isEqualTo("ok");
    assertThat(isServed(state)).isTrue();
  }

  /** The time that passed is on disk. */
  private void saved() {
    await(() -> store.uptimeNanos() >= Duration.ofMinutes(29).toNanos());
  }
}
