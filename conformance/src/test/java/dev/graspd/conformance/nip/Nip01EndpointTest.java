package dev.graspd.conformance.nip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Claims("N01-8")
class Nip01EndpointTest extends RelaySuite {
  @Test
  void theRelayIsAtTheServiceRoot() {
    connect().store(EventBuilder.note("root").signedBy(newKey()));
  }

  @Test
  void aQueryInTheAddressDoesNoHarm() {
    try (RawWebSocket socket = RawWebSocket.connect(SharedServer.PLAIN.uri().resolve("/?a=b"))) {
      assertThat(socket.receiveText()).startsWith("[\"AUTH\",");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/relay", "/x/y", "/healthz", "/metrics", "/.well-known/nostr.json", "//"})
  void anUpgradeElsewhereIs404(String path) {
    assertNotFound(SharedServer.PLAIN.uri(), path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/nostrich", "/nostr/relay", "/Nostr", "/relay"})
  void underABasePathTheRootIsElsewhere(String path) {
    assertNotFound(SharedServer.STRICT.uri(), path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nostr", "/nostr/"})
  void theBasePathIsTheEndpointWithAndWithoutSlash(String path) {
    try (RawWebSocket socket = RawWebSocket.connect(SharedServer.STRICT.uri().resolve(path))) {
      assertThat(socket.receiveText()).startsWith("[\"AUTH\",");
    }
  }

  private static void assertNotFound(URI service, String path) {
    URI elsewhere = URI.create("ws://" + service.getAuthority() + path);
    assertThatThrownBy(() -> RawWebSocket.connect(elsewhere))
        .isInstanceOfSatisfying(
            RawWebSocket.Refused.class, refused -> assertThat(refused.status()).isEqualTo(404));
  }
}
