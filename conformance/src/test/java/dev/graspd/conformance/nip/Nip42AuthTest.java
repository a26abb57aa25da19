package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.jsonOf;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that counts as authenticated may publish protected events (NIP-70). */
@Claims("N42")
class Nip42AuthTest extends RelaySuite {
  private final Signer alice = newKey();
  private final Signer bob = newKey();

  @Test
  void theChallengeIsTheFirstMessageAndAnotherForEachConnection() {
    Answer first = connect().next();
    Answer second = connect().next();
    assertThat(first)
        .isInstanceOfSatisfying(
            Answer.Challenge.class, c -> assertThat(c.challenge()).hasSizeGreaterThanOrEqualTo(16));
    assertThat(second).isInstanceOf(Answer.Challenge.class).isNotEqualTo(first);
  }

  @Test
  void anAnswerToTheChallengeAuthenticates() {
    RelayClient relay = connect();
    assertThat(relay.authenticate(auth(relay.challenge()).signedBy(alice)).accepted()).isTrue();
    relay.store(protectedNote(alice));
  }

  @Test
  void severalKeysOfAConnectionAllCount() {
    RelayClient relay = connect();
    String challenge = relay.challenge();
    assertThat(relay.authenticate(alice, challenge).accepted()).isTrue();
    assertThat(relay.authenticate(bob, challenge).accepted()).isTrue();
    relay.store(protectedNote(alice), protectedNote(bob));
    assertThat(relay.publish(protectedNote(newKey())).message()).startsWith("restricted: ");
  }

  @Test
  void anotherConnectionIsNotAuthenticatedByIt() {
    RelayClient relay = connect();
    relay.authenticate(alice, relay.challenge());
    assertThat(connect().publish(protectedNote(alice)).message()).startsWith("auth-required: ");
  }

  @ParameterizedTest
  @ValueSource(longs = {-590, 0, 590})
  void theDateMayBeTenMinutesOff(long seconds) {
    RelayClient relay = connect();
    Event auth = auth(relay.challenge()).at(now() + seconds).signedBy(alice);
    assertThat(relay.authenticate(auth).accepted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {-100_000, -630, 630, 100_000})
  void aDateFurtherOffIsRefused(long seconds) {
    RelayClient relay = connect();
    assertFails(relay, auth(relay.challenge()).at(now() + seconds).signedBy(alice));
  }

  @Test
  void theChallengeOfAnotherConnectionIsRefused() {
    RelayClient relay = connect();
    assertFails(relay, auth(connect().challenge()).signedBy(alice));
    assertFails(relay, auth("").signedBy(alice));
    assertFails(relay, auth(relay.challenge() + "x").signedBy(alice));
  }

  @Test
  void anEventWithoutChallengeOrRelayIsRefused() {
    RelayClient relay = connect();
    String challenge = relay.challenge();
    assertFails(
        relay, EventBuilder.kind(22_242).at(now()).tag("challenge", challenge).signedBy(alice));
    assertFails(
        relay,
        EventBuilder.kind(22_242).at(now()).tag("relay", ourUrl().toString()).signedBy(alice));
  }

  @Test
  void anotherKindIsRefused() {
    RelayClient relay = connect();
    Event note =
        EventBuilder.kind(1)
            .at(now())
            .tag("relay", ourUrl().toString())
            .tag("challenge", relay.challenge())
            .signedBy(alice);
    assertFails(relay, note);
    assertThat(relay.query(only(note)).ids()).isEmpty();
  }

  @Test
  void aWrongSignatureIsRefused() {
    RelayClient relay = connect();
    Event auth = auth(relay.challenge()).signedBy(alice);
    String forged = jsonOf(auth).replace(auth.signature().hex(), bob.sign(auth.id().bytes()).hex());
    relay.send("[\"AUTH\"," + forged + "]");
    assertThat(relay.okFor(auth.id().hex()).accepted()).isFalse();
    assertThat(relay.publish(protectedNote(alice)).accepted()).isFalse();
  }

  @Test
  void theRelayTagMayNameUsInAnyUsualWay() {
    URI ours = ourUrl();
    String host = ours.getAuthority();
    for (String url :
        List.of("ws://" + host, "ws://" + host + "/", "WS://" + host.toUpperCase(Locale.ROOT))) {
      RelayClient relay = connect();
      assertThat(relay.authenticate(authTo(url, relay.challenge())).accepted()).as(url).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ws://other.example",
        "other.example",
        "ws://127.0.0.1:1",
        "",
        "http:",
        "ws://127.0.0.1.example.com/"
      })
  void aRelayTagThatNamesAnotherIsRefused(String url) {
    RelayClient relay = connect();
    assertFails(relay, authTo(url, relay.challenge()));
  }

  @Test
  void behindAPublicNameThatNameCounts() {
    RelayClient relay = connect(SharedServer.STRICT);
    String challenge = relay.challenge();
    String name = SharedServer.Strict.DOMAIN + SharedServer.Strict.BASE_PATH;
    assertFails(relay, authTo("wss://other.example.org/nostr", challenge));
    assertThat(relay.authenticate(authTo("wss://" + name, challenge)).accepted()).isTrue();
    assertThat(relay.authenticate(authTo("wss://" + name + "/", challenge)).accepted()).isTrue();
  }

  @Test
  void authenticationIsNeitherStoredNorBroadcast() {
    RelayClient reader = connect();
    RelayClient.Subscription live = reader.subscribe(by(alice));
    RelayClient relay = connect();
    Event auth = auth(relay.challenge()).signedBy(alice);
    relay.authenticate(auth);
    Event ephemeral = EventBuilder.kind(20_001).signedBy(alice);
    relay.store(ephemeral);
    assertThat(live.next()).isEqualTo(ephemeral.id());
    assertThat(reader.query(only(auth)).ids()).isEmpty();
  }

  @Test
  void sentAsAnEventItIsRefusedAndNotBroadcast() {
    RelayClient reader = connect();
    RelayClient.Subscription live = reader.subscribe(by(alice));
    RelayClient relay = connect();
    Event auth = auth(relay.challenge()).signedBy(alice);
    assertThat(relay.publish(auth).accepted()).isFalse();
    Event ephemeral = EventBuilder.kind(20_001).signedBy(alice);
    relay.store(ephemeral);
    assertThat(live.next()).isEqualTo(ephemeral.id());
    assertThat(reader.query(only(auth)).ids()).isEmpty();
    assertThat(relay.publish(protectedNote(alice)).message()).startsWith("auth-required: ");
  }

  private void assertFails(RelayClient relay, Event auth) {
    Answer.Ok ok = relay.authenticate(auth);
    assertThat(ok.accepted()).isFalse();
    assertThat(ok.message()).matches("[a-z-]+: .+");
  }

  private static URI ourUrl() {
    return SharedServer.PLAIN.uri();
  }

  private static EventBuilder auth(String challenge) {
    return EventBuilder.kind(22_242)
        .at(now())
        .tag("relay", ourUrl().toString())
        .tag("challenge", challenge);
  }

  private Event authTo(String url, String challenge) {
    return EventBuilder.kind(22_242)
        .at(now())
        .tag("relay", url)
        .tag("challenge", challenge)
        .signedBy(alice);
  }

  private static Event protectedNote(Signer author) {
    return EventBuilder.note(newWord()).tag("-").signedBy(author);
  }
}
