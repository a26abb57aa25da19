package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
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
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Claims("N62")
class Nip62VanishTest extends RelaySuite {
  private final Signer alice = newKey();
  private final Signer bob = newKey();

  @Test
  void everythingUpToTheRequestGoesAndNewerEventsStay() {
    RelayClient relay = connect();
    Event before = EventBuilder.note("before").at(1000).signedBy(alice);
    Event profile = EventBuilder.kind(0).at(1500).signedBy(alice);
    Event sameTime = EventBuilder.note("same time").at(2000).signedBy(alice);
    Event after = EventBuilder.note("after").at(2001).signedBy(alice);
    Event bobs =
        EventBuilder.note("bob's").at(1000).tag("p", alice.publicKey().hex()).signedBy(bob);
    relay.store(before, profile, sameTime, after, bobs);
    Event vanish = vanish(2000, ours());
    relay.store(vanish);
    assertThat(relay.query(by(alice)).ids()).containsExactly(after.id(), vanish.id());
    assertThat(relay.query(only(before, profile, sameTime)).ids()).isEmpty();
    assertThat(relay.count(by(alice))).isEqualTo(2);
    assertThat(relay.query(by(bob)).ids()).containsExactly(bobs.id());
  }

  @Test
  void whatWentStaysAwayWhoeverSendsIt() {
    RelayClient relay = connect();
    Event before = EventBuilder.note("before").at(1000).signedBy(alice);
    Event neverSent = EventBuilder.note("never sent").at(1001).signedBy(alice);
    Event sameTime = EventBuilder.note("same time").at(2000).signedBy(alice);
    relay.store(before);
    relay.store(vanish(2000, ours()));
    for (Event event : List.of(before, neverSent, sameTime)) {
      Answer.Ok ok = connect().publish(event);
      assertThat(ok.accepted()).isFalse();
      assertThat(ok.message()).matches("blocked: .+");
    }
    relay.store(EventBuilder.note("new life").at(2001).signedBy(alice));
  }

  @Test
  void allRelaysMeansUsToo() {
    RelayClient relay = connect();
    Event before = EventBuilder.note("before").at(1000).signedBy(alice);
    relay.store(before);
    relay.store(vanish(2000, "ALL_RELAYS"));
    assertThat(relay.query(only(before)).ids()).isEmpty();
  }

  @Test
  void oneOfSeveralRelayTagsIsEnough() {
    RelayClient relay = connect();
    Event before = EventBuilder.note("before").at(1000).signedBy(alice);
    relay.store(before);
    relay.store(
        EventBuilder.kind(62)
            .at(2000)
            .tag("relay", "wss://other.example")
            .tag("relay", ours())
            .signedBy(alice));
    assertThat(relay.query(only(before)).ids()).isEmpty();
  }

  @Test
  void aRequestToOthersHasNoEffectHere() {
    RelayClient relay = connect();
    Event before = EventBuilder.note("before").at(1000).signedBy(alice);
    relay.store(before);
    relay.publish(vanish(2000, "wss://other.example"));
    relay.publish(EventBuilder.kind(62).at(2000).content("no relay").signedBy(alice));
    assertThat(relay.query(only(before)).ids()).containsExactly(before.id());
    relay.store(EventBuilder.note("old and welcome").at(1500).signedBy(alice));
  }

  @Test
  void aDeletionOfTheRequestHasNoEffect() {
    RelayClient relay = connect();
    Event before = EventBuilder.note("before").at(1000).signedBy(alice);
    relay.store(before);
    Event vanish = vanish(2000, ours());
    relay.store(vanish);
    relay.publish(EventBuilder.deletionOf(vanish).at(3000).signedBy(alice));
    assertThat(relay.query(by(alice)).ids()).containsExactly(vanish.id());
    assertThat(relay.publish(before).accepted()).isFalse();
  }

  /** Events that the key had deleted must not come back because its deletion vanished. */
  @Test
  void deletionsVanishAndWhatTheyHidStaysAway() {
    RelayClient relay = connect();
    Event note = EventBuilder.note("deleted").at(1000).signedBy(alice);
    Event deletion = EventBuilder.deletionOf(note).at(1001).signedBy(alice);
    relay.store(note);
    relay.store(deletion);
    Event vanish = vanish(2000, ours());
    relay.store(vanish);
    assertThat(relay.query(by(alice)).ids()).containsExactly(vanish.id());
    assertThat(relay.publish(note).accepted()).isFalse();
  }

  @Test
  void manyEventsAreGoneWhenTheRequestIsAnswered() {
    RelayClient relay = connect();
    relay.store(
        IntStream.range(0, 1200)
            .mapToObj(i -> EventBuilder.note("n" + i).at(1000 + i % 7).signedBy(alice))
            .toList());
    Event vanish = vanish(2000, ours());
    relay.store(vanish);
    assertThat(relay.count(by(alice))).isEqualTo(1);
    assertThat(relay.query(by(alice)).ids()).containsExactly(vanish.id());
  }

  @Test
  void behindAPublicNameThatNameCounts() {
    RelayClient relay = connect(SharedServer.STRICT);
    int bits = SharedServer.Strict.DIFFICULTY;
    Event before = Mining.mined(bits, 1000, alice);
    relay.store(before);
    EventBuilder request =
        EventBuilder.kind(62)
            .at(2000)
            .tag("relay", "wss://" + SharedServer.Strict.DOMAIN + SharedServer.Strict.BASE_PATH);
    relay.store(Mining.mined(request, bits, bits, 255, alice));
    assertThat(relay.query(only(before)).ids()).isEmpty();
  }

  private static String ours() {
    return SharedServer.PLAIN.uri().toString();
  }

  private Event vanish(long time, String relay) {
    return EventBuilder.kind(62).at(time).tag("relay", relay).signedBy(alice);
  }
}
