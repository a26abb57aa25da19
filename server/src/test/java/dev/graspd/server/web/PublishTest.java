package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Signature;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.TestKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What EVENT and AUTH do (N01-4, NIP-42, NIP-70) and what unreadable messages get (N01-7). */
final class PublishTest {
  private TestServer server;
  private RelayClient client;

  @BeforeEach
  void start() {
    server = TestServer.start();
    client = server.client();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void aGoodEventIsStoredAndServed() {
    Event event = EventBuilder.note("hello").signedBy(TestKeys.ALICE);

    assertThat(client.publish(event)).isEqualTo(List.of("OK", event.id().hex(), true, ""));
    assertThat(client.request("s", "{\"ids\":[\"" + event.id() + "\"]}"))
        .contains(event.id().hex());
  }

  @Test
  void aKnownEventIsADuplicate() {
    Event event = EventBuilder.note("hello").signedBy(TestKeys.ALICE);
    client.publish(event);

    assertThat(client.publish(event))
        .isEqualTo(List.of("OK", event.id().hex(), true, "duplicate: already have this event"));
  }

  @Test
  void aForgedEventIsRefused() {
    Event good = EventBuilder.note("hello").signedBy(TestKeys.ALICE);
    byte[] forged = good.signature().bytes();
    forged[5] ^= 1;
    Event event = good.body().signed(good.id(), Signature.of(forged));

    assertThat(client.publish(event))
        .isEqualTo(
            List.of(
                "OK",
                event.id().hex(),
                false,
                "invalid: signature is wrong; see https://%s/errors/wrong-signature"
                    .formatted(TestServer.DOMAIN)));
  }

  @Test
  void manyEventsWithoutWaitingAreAllAnswered() {
    List<Event> events =
        IntStream.range(0, 3_000)
            .mapToObj(i -> EventBuilder.kind(20_000).content("" + i).signedBy(TestKeys.ALICE))
            .toList();
    Background.send(() -> {
      events.forEach(event -> client.socket().queueText(RelayClient.eventMessage(event)));
      client.socket().flush();
    });

    List<String> answered = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      List<Object> ok = client.next();
      assertThat(ok.get(2)).isEqualTo(true);
      answered.add((String) ok.get(1));
    }

    assertThat(answered).containsExactlyInAnyOrderElementsOf(RelayClient.hex(events));
  }

  @Test
  void brokenMessagesGetANoticeAndTheSocketStaysOpen() {
    for (String broken : List.of("", "x", "{}", "[", "[1]", "[\"HELLO\"]", "[\"EVENT\"]")) {
      assertThat(client.ask(broken).getFirst()).isEqualTo("NOTICE");
    }
    assertThat(client.request("s", "{}")).hasSize(1);
  }

  @Test
  void binaryMessagesGetANotice() {
    client.socket().sendFrame(RawWebSocket.BINARY, true, new byte[] {1, 2, 3});

    assertThat(client.next())
        .isEqualTo(
            List.of(
                "NOTICE", "invalid: message cannot be read: binary messages are not understood"));
  }

  @Test
  void aBadFilterClosesItsSubscription() {
    client.request("s", "{}");

    assertThat(client.request("s", "{\"ids\":[\"abc\"]}").toString())
        .contains("CLOSED, s, invalid");
    client.publish(EventBuilder.note("unheard").signedBy(TestKeys.ALICE));
    assertThat(client.request("t", "{\"kinds\":[9]}")).hasSize(1);
  }

  // ---- NIP-42, NIP-70

  @Test
  void eachConnectionGetsItsOwnChallenge() {
    try (RelayClient other = server.client()) {
      assertThat(client.challenge()).hasSizeGreaterThanOrEqualTo(16);
      assertThat(other.challenge()).isNotEqualTo(client.challenge());
    }
  }

  @Test
  void protectedEventsAreTakenFromTheirAuthorOnly() {
    Event mine = EventBuilder.note("mine").tag("-").signedBy(TestKeys.ALICE);
    Event yours = EventBuilder.note("yours").tag("-").signedBy(TestKeys.BOB);

    assertThat(client.publish(mine).get(3).toString()).startsWith("auth-required:");
    Event auth = auth(client.challenge(), "wss://relay.example/");
    assertThat(client.ask(authMessage(auth))).isEqualTo(List.of("OK", auth.id().hex(), true, ""));
    assertThat(client.publish(mine).get(2)).isEqualTo(true);
    assertThat(client.publish(yours).get(2)).isEqualTo(false);
  }

  @Test
  void severalKeysOfOneConnectionAllCount() {
    client.ask(authMessage(auth(client.challenge(), "wss://relay.example")));
    Event second =
        EventBuilder.kind(22_242)
            .at(now())
            .tag("relay", "wss://relay.example")
            .tag("challenge", client.challenge())
            .signedBy(TestKeys.BOB);
    client.ask(authMessage(second));

    assertThat(client.publish(EventBuilder.note("1").tag("-").signedBy(TestKeys.ALICE)).get(2))
        .isEqualTo(true);
    assertThat(client.publish(EventBuilder.note("2").tag("-").signedBy(TestKeys.BOB)).get(2))
        .isEqualTo(true);
  }

  @Test
  void authForAnotherRelayOrChallengeFails() {
    for (Event wrong :
        List.of(
            auth(client.challenge(), "wss://elsewhere.example"),
            auth("made up", "wss://relay.example"))) {
      List<Object> ok = client.ask(authMessage(wrong));
      assertThat(ok.get(2)).isEqualTo(false);
      assertThat(ok.get(3).toString()).startsWith("invalid: authentication failed");
    }
  }

  @Test
  void anAuthEventWithAForgedSignatureFails() {
    Event good = auth(client.challenge(), "wss://relay.example");
    Event forged = good.body().signed(good.id(), Signature.of(new byte[Signature.BYTES]));

    assertThat(client.ask(authMessage(forged)).get(2)).isEqualTo(false);
  }

  @Test
  void authEventsAreNotTakenAsEvents() {
    Event auth = auth(client.challenge(), "wss://relay.example");

    assertThat(client.publish(auth).get(2)).isEqualTo(false);
    assertThat(client.request("s", "{\"kinds\":[22242]}")).hasSize(1);
  }

  private static Event auth(String challenge, String relay) {
    return EventBuilder.kind(22_242)
        .at(now())
        .tag("relay", relay)
        .tag("challenge", challenge)
        .signedBy(TestKeys.ALICE);
  }

  private static String authMessage(Event event) {
    return "[\"AUTH\"," + RelayClient.text(event) + "]";
  }

  private static long now() {
    return System.currentTimeMillis() / 1000;
  }
}
