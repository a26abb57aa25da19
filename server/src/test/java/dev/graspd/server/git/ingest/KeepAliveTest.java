package dev.graspd.server.git.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeepAliveTest {
  private static final String NOTHING_NEW = "0005\2";

  private final MemoryExchange exchange = new MemoryExchange(new byte[0]);

  private KeepAlive to(String capabilities) {
    return new KeepAlive(
        new PushAnswer(exchange, PushCapabilities.NONE.with(capabilities)), Duration.ofMillis(1));
  }

  private void awaitAnswer(String part) {
    Eventually.await(() -> exchange.text().contains(part));
  }

  @Test
  void clientHearsHowFarTheCheckIs() {
    try (KeepAlive patience = to("report-status side-band-64k")) {
      awaitAnswer(NOTHING_NEW);
      patience.checked(3, 1_000);
      awaitAnswer("\2checking objects: 3 of 1,000\n");
      patience.checked(999, 1_000);
      awaitAnswer("\2checking objects: 999 of 1,000\n");
    }
    assertThat(exchange.status()).isEqualTo(200);
  }

  @Test
  void quietClientHearsOnlyThatWorkGoesOn() {
    try (KeepAlive patience = to("report-status side-band-64k quiet")) {
      patience.checked(3, 1_000);
      awaitAnswer(NOTHING_NEW + NOTHING_NEW);
    }
    assertThat(exchange.text()).doesNotContain("checking");
  }
}
