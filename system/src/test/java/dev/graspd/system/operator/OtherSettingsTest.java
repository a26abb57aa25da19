package dev.graspd.system.operator;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.SharedServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Rules that an operator can change; each test starts a server of its own. */
class OtherSettingsTest {
  private final Signer alice = TestKeys.ALICE;
  private final Event note = EventBuilder.note("old").at(1000).signedBy(alice);

  @Test
  @Claims({"N09", "N62", "N11"})
  void deletionsThatAreNotObeyedAreStoredAndNotAdvertised(TestInfo test) {
    Event deletion = EventBuilder.deletionOf(note).at(1001).signedBy(alice);
    Event dormant = EventBuilder.kind(5).at(1002).tag("e", "ab".repeat(32)).signedBy(alice);
    Event vanish = EventBuilder.kind(62).at(1003).tag("relay", "ALL_RELAYS").signedBy(alice);
    Map<String, String> settings = Map.of("NGIT_DELETION_REQUEST_DISRESPECTOR", "true");
    try (ServerProcess server = start(test, settings);
        RelayClient relay = RelayClient.connect(server.uri())) {
      relay.store(note);
      relay.store(deletion);
      relay.store(dormant);
      relay.store(vanish);
      assertThat(relay.query(by(alice)).ids())
          .containsExactly(vanish.id(), dormant.id(), deletion.id(), note.id());
      assertThat(RelayInformation.of(server.uri()).supportedNips().contains(9L)).isFalse();
      assertThat(RelayInformation.of(server.uri()).supportedNips().contains(62L)).isFalse();
    }
  }

  @Test
  @Claims("N01-4")
  void aBannedKeyIsBlockedAndOthersAreNot(TestInfo test) {
    String npub = Bech32.npub(TestKeys.MALLORY.publicKey());
    try (ServerProcess server = start(test, Map.of("NGIT_EVENT_BLACKLIST", npub));
        RelayClient relay = RelayClient.connect(server.uri())) {
      Event spam = EventBuilder.note("spam").signedBy(TestKeys.MALLORY);
      Answer.Ok ok = relay.publish(spam);
      assertThat(ok.accepted()).isFalse();
      assertThat(ok.message()).matches("blocked: .+");
      relay.store(note);
    }
  }

  @Test
  @Claims({"N01-4", "P1"})
  void aReadOnlyServerServesWhatItHasAndTakesNothing(TestInfo test) {
    try (ServerProcess server = start(test, Map.of());
        RelayClient relay = RelayClient.connect(server.uri())) {
      relay.store(note);
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    try (ServerProcess server = start(test, Map.of("NGIT_READ_ONLY", "true", "NGIT_WEB", "off"));
        RelayClient relay = RelayClient.connect(server.uri())) {
      assertThat(relay.query(only(note)).ids()).containsExactly(note.id());
      for (int kind : new int[] {1, 5, 20_000}) {
        Event event = EventBuilder.kind(kind).signedBy(alice);
        assertThat(relay.publish(event))
            .isEqualTo(
                new Answer.Ok(
                    event.id().hex(),
                    false,
                    "restricted: server is read-only; see http://"
                        + server.uri().getAuthority()
                        + "/errors/read-only"));
      }
      assertThat(relay.count(by(alice))).isEqualTo(1);
      assertNoPages("http://" + server.uri().getAuthority());
    }
  }

  /** W-124: {@code NGIT_WEB=off}. */
  private static void assertNoPages(String service) {
    for (String path : List.of("/", "/status", "/repos")) {
      assertThat(GitHttp.get(service + path).statusCode()).as(path).isEqualTo(404);
    }
    assertThat(GitHttp.get(service + "/", "Accept", "application/nostr+json").statusCode())
        .isEqualTo(200);
    assertThat(GitHttp.get(service + "/errors/read-only").statusCode()).isEqualTo(200);
    assertThat(GitHttp.get(service + "/healthz").statusCode()).isEqualTo(200);
    assertThat(GitHttp.get(service + "/robots.txt").statusCode()).isEqualTo(200);
  }

  private static ServerProcess start(TestInfo test, Map<String, String> settings) {
    String name = test.getTestMethod().orElseThrow().getName();
    return QuickStart.relay(SharedServer.directory(name)).environment(settings).start();
  }
}
