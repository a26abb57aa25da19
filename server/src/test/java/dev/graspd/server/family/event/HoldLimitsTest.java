package dev.graspd.server.family.event;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.hosting.RepositoryHostSuite;
import dev.graspd.testkit.Signer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** How many new repositories may begin. */
class HoldLimitsTest extends RepositoryHostSuite {
  private static final String LAST_OF_KEY = "; new repositories in an hour: 3 of 3 of this key";

  @Test
  void newRepositoriesAreLimitedByTheHour() {
    for (int i = 0; i < 2; i++) {
      assertThat(send(announcement(ALICE, "repo-" + i, 0))).isEqualTo(HELD);
    }
    assertThat(send(announcement(ALICE, "repo-2", 0))).isEqualTo(HELD + LAST_OF_KEY);
    assertThat(send(announcement(ALICE, "repo-3", 0)))
        .isEqualTo("no: rate-limited: too many new repositories");
    Origin operator = new Origin.Client(Collections.emptySortedSet(), Payer.operator());
    assertThat(send(announcement(ALICE, "repo-3", 0), operator)).isEqualTo(HELD);
    pass(Duration.ofMinutes(61));
    assertThat(send(announcement(ALICE, "repo-4", 0))).isEqualTo(HELD);
  }

  @Test
  void newRepositoriesOfOneAddressAreLimitedWhateverTheirKeys() {
    for (int i = 0; i < 5; i++) {
      assertThat(send(announcement(Signer.named("key " + i), "repo-" + i, 0)))
          .isEqualTo(
              i < 3
                  ? HELD
                  : HELD
                      + "; new repositories in an hour: %d of 5 of this address".formatted(i + 1));
    }
    for (int i = 0; i < 4; i++) {
      assertThat(send(announcement(ALICE, "repo-" + i, 0)))
          .isEqualTo("no: rate-limited: too many new repositories");
    }
    Origin elsewhere =
        new Origin.Client(
            Collections.emptySortedSet(), Payer.of(InetAddress.ofLiteral("10.0.0.2")));
    for (int i = 0; i < 3; i++) {
      assertThat(send(announcement(ALICE, "repo-" + i, 0), elsewhere))
          .as("what was refused does not count for the key")
          .isEqualTo(i < 2 ? HELD : HELD + LAST_OF_KEY);
    }
    assertThat(send(announcement(ALICE, "repo-3", 0), elsewhere))
        .isEqualTo("no: rate-limited: too many new repositories");
  }

  @Test
  void otherServersAreNotLimitedByTheHour() {
    Origin peer = new Origin.Peer("wss://peer.example");
    for (int i = 0; i < 10; i++) {
      assertThat(send(announcement(ALICE, "repo-" + i, 0), peer)).isEqualTo(HELD);
    }
    assertThat(send(announcement(ALICE, "repo-10", 0)))
        .as("what they bring counts for nobody")
        .isEqualTo(HELD);
  }
}
