package dev.graspd.server.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.charge.Payer;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginTest {
  @ParameterizedTest
  @CsvSource({
    "wss://relay.example.org, relay.example.org",
    "wss://relay.example.org:7777/path, relay.example.org",
    "ws://Relay.Example.ORG/?q, relay.example.org",
    "ws://203.0.113.7:8080, 203.0.113.7",
    "wss://[2001:db8::1]:8080/x, [2001:db8::1]",
    "wss://[2001:db8::1], [2001:db8::1]",
  })
  void aPeerPaysAsItsHostWithoutPort(String url, String host) {
    assertThat(new Origin.Peer(url).payer()).isEqualTo(new Payer.Host(host));
  }

  @Test
  void aClientPaysForItself() {
    Payer payer = new Payer.Address(false, 7);

    assertThat(new Origin.Client(Collections.emptySortedSet(), payer).payer()).isEqualTo(payer);
  }
}
