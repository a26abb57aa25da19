package dev.graspd.server.web.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.net.Cidr;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The decision on a connection before its first request. */
final class ConnectionAdmissionTest {
  private final ClientAddresses addresses =
      new ClientAddresses(List.of(Cidr.parse("127.0.0.0/8"), Cidr.parse("10.0.0.0/8")), true);
  private final ConnectionLimits limits = new ConnectionLimits(10, 3);

  @Test
  void connectionsCountForTheirAddressBeforeTheySayAnything() {
    ConnectionAdmission first = arrive("198.51.100.7");
    arrive("198.51.100.7");
    arrive("198.51.100.7");
    assertThat(arrive("198.51.100.7").no()).hasValue(ConnectionAdmission.No.FULL_FOR_ADDRESS);
    assertThat(arrive("203.0.113.9").no()).isEmpty();

    first.end();

    assertThat(arrive("198.51.100.7").no()).isEmpty();
  }

  @Test
  void oneThatMayNotStayTakesNoPlace() {
    for (int i = 0; i < 20; i++) {
      arrive("198.51.100.7");
    }

    assertThat(limits.open()).isEqualTo(3);
  }

  @Test
  void aTrustedProxyIsNotLimitedByItsOwnAddress() {
    for (int i = 0; i < 10; i++) {
      assertThat(arrive("10.0.0.1").no()).isEmpty();
    }
    assertThat(arrive("10.0.0.1").no()).hasValue(ConnectionAdmission.No.FULL);
  }

  @Test
  void thoseWhoWaitToBeToldWhyAreNotManyEither() {
    for (int i = 0; i < 10; i++) {
      arrive("10.0.0.1");
    }
    List<ConnectionAdmission> waiting = new ArrayList<>();
    for (int i = 0; i < ConnectionLimits.REFUSED_MAX; i++) {
      waiting.add(arrive("198.51.100.7"));
    }
    assertThat(waiting).noneMatch(ConnectionAdmission::isTurnedAway);

    assertThat(arrive("198.51.100.7").isTurnedAway()).isTrue();
    waiting.getFirst().end();
    assertThat(arrive("198.51.100.7").isTurnedAway()).isFalse();
  }

  private ConnectionAdmission arrive(String address) {
    return ConnectionAdmission.of(
        new InetSocketAddress(InetAddress.ofLiteral(address), 4711),
        addresses,
        limits,
        WebMetrics.NONE);
  }
}
