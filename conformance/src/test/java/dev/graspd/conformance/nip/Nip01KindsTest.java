package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.json;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Claims("N01-2")
class Nip01KindsTest extends RelaySuite {
  private final Signer alice = newKey();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 44, 1000, 9999})
  void regularEventsAreAllKept(int kind) {
    assertBothKept(kind);
  }

  @ParameterizedTest
  @ValueSource(ints = {45, 999, 40_000, 65_535})
  void kindsOutsideAllRangesAreRegular(int kind) {
    assertBothKept(kind);
  }

  private void assertBothKept(int kind) {
    RelayClient relay = connect();
    Event older = EventBuilder.kind(kind).at(1000).signedBy(alice);
    Event newer = EventBuilder.kind(kind).at(1001).signedBy(alice);
    relay.store(newer, older);
    assertThat(relay.query(by(alice)).ids()).containsExactly(newer.id(), older.id());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 10_000, 19_999, 30_000, 39_999})
  void aNewerVersionReplaces(int kind) {
    RelayClient relay = connect();
    Event older = EventBuilder.kind(kind).at(1000).signedBy(alice);
    Event newer = EventBuilder.kind(kind).at(1001).signedBy(alice);
    relay.store(older);
    relay.store(newer);
    assertOnlyServed(relay, newer, older);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 10_000, 19_999, 30_000, 39_999})
  void anOlderVersionThatComesLaterIsNotServed(int kind) {
    RelayClient relay = connect();
    Event older = EventBuilder.kind(kind).at(1000).signedBy(alice);
    Event newer = EventBuilder.kind(kind).at(1001).signedBy(alice);
    relay.store(newer);
    assertThat(relay.publish(older).message()).matches("[a-z-]+: .+");
    assertOnlyServed(relay, newer, older);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10_000, 30_000})
  void onEqualTimesTheLowestIdWinsInEitherOrder(int kind) {
    for (boolean lowestFirst : List.of(true, false)) {
      RelayClient relay = connect();
      Signer author = newKey();
      List<Event> versions =
          IntStream.range(0, 6)
              .mapToObj(i -> EventBuilder.kind(kind).content("v" + i).signedBy(author))
              .sorted(lowestFirst ? Event.NEWEST_FIRST : Event.NEWEST_FIRST.reversed())
              .toList();
      versions.forEach(relay::publish);
      Event lowest = lowestFirst ? versions.getFirst() : versions.getLast();
      assertThat(relay.query(by(author)).ids()).containsExactly(lowest.id());
    }
  }

  @Test
  void replaceableEventsAreOnePerKindAndKeyWhateverTheirD() {
    RelayClient relay = connect();
    Signer bob = newKey();
    Event first = EventBuilder.kind(10_000).at(1000).tag("d", "one").signedBy(alice);
    Event second = EventBuilder.kind(10_000).at(1001).tag("d", "two").signedBy(alice);
    Event otherKind = EventBuilder.kind(10_001).at(1000).signedBy(alice);
    Event otherKey = EventBuilder.kind(10_000).at(1000).signedBy(bob);
    relay.store(first);
    relay.store(second, otherKind, otherKey);
    assertThat(relay.query(by(alice), by(bob)).ids())
        .containsExactlyInAnyOrder(second.id(), otherKind.id(), otherKey.id());
  }

  @Test
  void addressableEventsAreOnePerKindKeyAndFirstD() {
    RelayClient relay = connect();
    Signer bob = newKey();
    Event old = EventBuilder.kind(30_000).at(1000).tag("d", "one").signedBy(alice);
    Event fresh =
        EventBuilder.kind(30_000).at(1001).tag("d", "one").tag("d", "two").signedBy(alice);
    Event otherD = EventBuilder.kind(30_000).at(1000).tag("d", "two").signedBy(alice);
    Event otherKind = EventBuilder.kind(30_001).at(1000).tag("d", "one").signedBy(alice);
    Event otherKey = EventBuilder.kind(30_000).at(1000).tag("d", "one").signedBy(bob);
    Event upperCase = EventBuilder.kind(30_000).at(1000).tag("d", "One").signedBy(alice);
    relay.store(old);
    relay.store(fresh, otherD, otherKind, otherKey, upperCase);
    assertThat(relay.query(by(alice), by(bob)).ids())
        .containsExactlyInAnyOrder(
            fresh.id(), otherD.id(), otherKind.id(), otherKey.id(), upperCase.id());
  }

  @Test
  void aMissingDCountsAsEmpty() {
    RelayClient relay = connect();
    Event missing = EventBuilder.kind(30_000).at(1000).signedBy(alice);
    Event noValue = EventBuilder.kind(30_000).at(1001).tag("d").signedBy(alice);
    Event empty = EventBuilder.kind(30_000).at(1002).tag("d", "").signedBy(alice);
    relay.store(missing);
    relay.store(noValue);
    relay.store(empty);
    assertThat(relay.query(by(alice)).ids()).containsExactly(empty.id());
  }

  @Test
  void aReplacedVersionLeavesEveryIndex() {
    RelayClient relay = connect();
    String word = newWord();
    Event old = EventBuilder.kind(30_000).at(1000).tag("d", "x").tag("t", word).signedBy(alice);
    Event fresh = EventBuilder.kind(30_000).at(1001).tag("d", "x").signedBy(alice);
    relay.store(old);
    relay.store(fresh);
    assertThat(relay.query(only(old)).ids()).isEmpty();
    assertThat(relay.query(json("{'#t':['%s']}", word)).ids()).isEmpty();
    assertThat(relay.query(json("{'kinds':[30000],'authors':['%s']}", alice)).ids())
        .containsExactly(fresh.id());
    assertThat(relay.query(json("{'authors':['%s'],'until':1000}", alice)).ids()).isEmpty();
    assertThat(relay.count(by(alice))).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {20_000, 29_999})
  void ephemeralEventsAreBroadcastAndNeverStored(int kind) {
    RelayClient relay = connect();
    RelayClient reader = connect();
    RelayClient.Subscription live = reader.subscribe(by(alice));
    Event event = EventBuilder.kind(kind).signedBy(alice);
    relay.store(event);
    assertThat(live.next()).isEqualTo(event.id());
    assertThat(relay.query(by(alice)).ids()).isEmpty();
    assertThat(relay.query(only(event)).ids()).isEmpty();
    assertThat(relay.count(by(alice))).isZero();
  }

  private static void assertOnlyServed(RelayClient relay, Event served, Event gone) {
    assertThat(relay.query(json("{'authors':['%s']}", served.author().hex())).ids())
        .containsExactly(served.id());
    assertThat(relay.query(only(gone)).ids()).isEmpty();
  }
}
