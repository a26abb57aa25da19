package dev.graspd.server.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class EventRatesTest {
  @Test
  void connectionsOfAnAddressShareItsEventsAndOthersHaveTheirOwn() {
    AtomicLong now = new AtomicLong();
    EventRates rates = new EventRates(2, now::get);
    ClientAddress one = new ClientAddress(InetAddress.ofLiteral("2001:db8::1"), false);
    ClientAddress neighbour = new ClientAddress(InetAddress.ofLiteral("2001:db8::2"), false);
    ClientAddress other = new ClientAddress(InetAddress.ofLiteral("198.51.100.7"), false);

    assertThat(rates.allow(one)).isTrue();
    assertThat(rates.allow(neighbour)).isTrue();
    assertThat(rates.allow(one)).isFalse();
    assertThat(rates.allow(other)).isTrue();
    now.set(TimeUnit.SECONDS.toNanos(30));
    assertThat(rates.allow(neighbour)).isTrue();
  }

  @Test
  void theOperatorHasNoLimit() {
    EventRates rates = new EventRates(1, () -> 0);
    ClientAddress operator = new ClientAddress(InetAddress.getLoopbackAddress(), true);

    for (int i = 0; i < 100; i++) {
      assertThat(rates.allow(operator)).isTrue();
    }
  }
}
