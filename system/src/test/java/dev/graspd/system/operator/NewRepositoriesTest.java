package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many repositories may begin in an hour, for a key and for an address. */
@Timeout(120)
class NewRepositoriesTest extends HostingSuite {
  private static final int OF_A_KEY = 10;
  private static final int OF_AN_ADDRESS = 30;
  private static final String REFUSED = "rate-limited: too many new repositories; see ";

  /** Our own address has no limits; a proxy tells whom it speaks for. */
  private static RelayClient from(String address) {
    URI uri = SharedServer.HOSTING.uri();
    return RelayClient.connect(uri, RawWebSocket.to(uri).header("X-Forwarded-For", address));
  }

  private static String announce(RelayClient relay, Signer owner) {
    return relay.publish(newRepo(owner).announcement()).message();
  }

  /** An owner who has a fifth left gets a warning before the limit. */
  private static String told(int count, int max, String whose) {
    return count * 5 < max * 4
        ? ""
        : "; new repositories in an hour: %d of %d of this %s".formatted(count, max, whose);
  }

  @Test
  void aKeyBeginsTenAnHour() {
    Signer owner = newKey();
    try (RelayClient relay = from("203.0.113.50");
        RelayClient elsewhere = from("203.0.113.51")) {
      for (int i = 1; i <= OF_A_KEY; i++) {
        assertThat(announce(relay, owner)).isEqualTo(HELD + told(i, OF_A_KEY, "key"));
      }
      assertThat(announce(relay, owner)).startsWith(REFUSED);
      assertThat(announce(elsewhere, owner)).as("whatever the address").startsWith(REFUSED);
      assertThat(announce(relay, newKey())).as("another key").isEqualTo(HELD);
    }
    assertThat(announce(connect(SharedServer.HOSTING), owner)).as("the operator").isEqualTo(HELD);
  }

  @Test
  void anAddressBeginsThirtyAnHour() {
    try (RelayClient relay = from("203.0.113.52");
        RelayClient elsewhere = from("203.0.113.53")) {
      for (int i = 1; i <= OF_AN_ADDRESS; i++) {
        assertThat(announce(relay, newKey())).isEqualTo(HELD + told(i, OF_AN_ADDRESS, "address"));
      }
      Signer owner = newKey();
      assertThat(announce(relay, owner)).startsWith(REFUSED);
      assertThat(announce(elsewhere, owner)).as("another address").isEqualTo(HELD);
    }
  }
}
