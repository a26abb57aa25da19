package dev.graspd.server.web.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.Payer;
import dev.graspd.server.net.Cidr;
import dev.graspd.server.relay.ClientAddress;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClientAddressesTest {
  private final ClientAddresses addresses =
      new ClientAddresses(
          List.of(Cidr.parse("127.0.0.0/8"), Cidr.parse("10.0.0.0/8"), Cidr.parse("::1/128")),
          true);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1 | 198.51.100.7 | 198.51.100.7",
        "127.0.0.1 | 198.51.100.7, 10.1.1.1 | 198.51.100.7",
        "127.0.0.1 | 203.0.113.9, 198.51.100.7 | 198.51.100.7",
        "127.0.0.1 | 198.51.100.7:4711 | 198.51.100.7",
        "127.0.0.1 | [2001:db8::7]:4711 | 2001:db8::7",
        "127.0.0.1 | 2001:db8::7 | 2001:db8::7",
        "127.0.0.1 | 10.2.2.2, 10.1.1.1 | 10.2.2.2",
        "127.0.0.1 | nonsense | 127.0.0.1",
        "127.0.0.1 | 203.0.113.9, nonsense, 10.1.1.1 | 10.1.1.1",
        "127.0.0.1 | [ | 127.0.0.1",
        "198.51.100.1 | 203.0.113.9 | 198.51.100.1"
      })
  void theRightmostUntrustedAddressIsTheClient(String peer, String forwarded, String client) {
    ClientAddress found = addresses.clientOf(ip(peer), List.of(forwarded));

    assertThat(found).isEqualTo(new ClientAddress(ip(client), false));
  }

  @Test
  void severalHeadersAreReadInOrder() {
    ClientAddress found =
        addresses.clientOf(ip("127.0.0.1"), List.of("203.0.113.9", "198.51.100.7, 10.0.0.1"));

    assertThat(found.address()).isEqualTo(ip("198.51.100.7"));
  }

  @Test
  void onlyALoopbackClientWithoutForwardedHeaderIsTheOperator() {
    assertThat(addresses.clientOf(ip("127.0.0.1"), List.of()).isOperator()).isTrue();
    assertThat(addresses.clientOf(ip("::1"), List.of()).isOperator()).isTrue();
    assertThat(addresses.clientOf(ip("10.0.0.1"), List.of()).isOperator()).isFalse();
    assertThat(addresses.clientOf(ip("127.0.0.1"), List.of("127.0.0.1")).isOperator()).isFalse();
  }

  @Test
  void whereLoopbackIsNotTheOperatorItPaysLikeOthers() {
    ClientAddresses forwarded = new ClientAddresses(List.of(), false);
    assertThat(forwarded.clientOf(ip("127.0.0.1"), List.of()).payer())
        .isEqualTo(Payer.of(ip("127.0.0.1")));
    assertThat(forwarded.direct(ip("::1")).isOperator()).isFalse();
  }

  @Test
  void limitsOfIpv6AreCountedByNetwork() {
    assertThat(Payer.of(ip("2001:db8:1:2::3")))
        .isEqualTo(Payer.of(ip("2001:db8:1:2:ffff::4")))
        .isNotEqualTo(Payer.of(ip("2001:db8:1:3::3")));
    assertThat(Payer.of(ip("198.51.100.7"))).isNotEqualTo(Payer.of(ip("198.51.100.8")));
  }

  private static InetAddress ip(String text) {
    return InetAddress.ofLiteral(text);
  }
}
