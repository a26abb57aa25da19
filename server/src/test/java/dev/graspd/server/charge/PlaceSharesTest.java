package dev.graspd.server.charge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class PlaceSharesTest {
  private final PlaceShares shares = new PlaceShares(32);

  private static Payer address(String literal) {
    return Payer.of(InetAddress.ofLiteral(literal));
  }

  private int takeAll(Payer payer) {
    int taken = 0;
    while (!shares.isFull() && shares.allows(payer)) {
      shares.take(payer);
      taken++;
    }
    return taken;
  }

  @Test
  void oneAddressHasAnEighth() {
    assertThat(takeAll(address("192.0.2.1"))).isEqualTo(4);
    assertThat(takeAll(address("192.0.2.2"))).isEqualTo(3);
  }

  @Test
  void twentyGreedyAddressesLeaveAPlaceForAnother() {
    for (int i = 0; i < 20; i++) {
      assertThat(takeAll(address("198.51.100." + i))).isPositive();
    }
    assertThat(takeAll(address("192.0.2.1"))).isEqualTo(1);
  }

  @Test
  void oneNetworkOfIpv6HasAQuarter() {
    int taken = 0;
    for (int i = 0; i < 20; i++) {
      taken += takeAll(address("2001:db8:1:" + i + "::1"));
    }
    assertThat(taken).isEqualTo(8);
    assertThat(takeAll(address("2001:db8:2::1"))).isPositive();
  }

  @Test
  void operatorMayHaveAllOfThem() {
    assertThat(takeAll(Payer.operator())).isEqualTo(32);
  }

  @Test
  void whatIsGivenBackIsFree() {
    Payer payer = address("192.0.2.1");
    takeAll(payer);
    shares.giveBack(payer);
    assertThat(shares.taken()).isEqualTo(3);
    assertThat(takeAll(payer)).isEqualTo(1);
  }
}
