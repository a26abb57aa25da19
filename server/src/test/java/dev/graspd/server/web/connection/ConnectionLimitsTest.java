package dev.graspd.server.web.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.relay.ClientAddress;
import dev.graspd.server.web.connection.ConnectionLimits.Lease;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

final class ConnectionLimitsTest {
  private final ConnectionLimits limits = new ConnectionLimits(3, 2);
  private final ClientAddress client =
      new ClientAddress(InetAddress.ofLiteral("198.51.100.7"), false);

  @Test
  void anAddressHasSoManyPlacesAndGetsThemBack() {
    Lease first = limits.of(client).orElseThrow();
    assertThat(limits.of(client)).isPresent();
    assertThat(limits.of(client)).isEmpty();

    first.end();
    first.end();

    assertThat(limits.of(client)).isPresent();
    assertThat(limits.of(client)).isEmpty();
  }

  @Test
  void nothingIsRememberedOfAnAddressWithoutConnections() {
    Lease lease = limits.of(client).orElseThrow();
    assertThat(limits.addresses()).isOne();

    lease.end();

    assertThat(limits.addresses()).isZero();
  }

  @Test
  void theOperatorHasNoLimitPerAddress() {
    ClientAddress operator = new ClientAddress(InetAddress.getLoopbackAddress(), true);
    for (int i = 0; i < 10; i++) {
      assertThat(limits.of(operator)).isPresent();
    }
  }

  @Test
  void thereAreSoManyPlacesInAll() {
    Lease first = limits.any().orElseThrow();
    assertThat(limits.any()).isPresent();
    assertThat(limits.any()).isPresent();
    assertThat(limits.any()).isEmpty();

    first.end();

    assertThat(limits.open()).isEqualTo(2);
    assertThat(limits.any()).isPresent();
  }
}
