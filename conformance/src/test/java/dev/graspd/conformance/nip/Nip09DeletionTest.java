package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.json;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Claims("N09")
class Nip09DeletionTest extends RelaySuite {
  private final Signer alice = newKey();
  private final Signer bob = newKey();

  @Test
  void aDeletedEventIsGoneFromEveryIndexAndTheRequestIsServed() {
    RelayClient relay = connect();
    String word = newWord();
    Event note = EventBuilder.note("regret").at(1000).tag("t", word).signedBy(alice);
    Event kept = EventBuilder.note("kept").at(1001).signedBy(alice);
    Event deletion = EventBuilder.deletionOf(note).at(1002).signedBy(alice);
    relay.store(note, kept);
    relay.store(deletion);
    assertThat(relay.query(by(alice)).ids()).containsExactly(deletion.id(), kept.id());
    assertThat(relay.query(only(note)).ids()).isEmpty();
    assertThat(relay.query(json("{'#t':['%s']}", word)).ids()).isEmpty();
    assertThat(relay.query(json("{'authors':['%s'],'until':1000}", alice)).ids()).isEmpty();
    assertThat(relay.count(by(alice))).isEqualTo(2);
  }

  @Test
  void aDeletedEventDoesNotComeBackWhoeverSendsIt() {
    RelayClient relay = connect();
    Event note = EventBuilder.note("gone").signedBy(alice);
    relay.store(note);
    relay.store(EventBuilder.deletionOf(note).signedBy(alice));
    assertRefused(relay.publish(note));
    RelayClient other = connect();
    other.authenticate(bob, other.challenge());
    assertRefused(other.publish(note));
    assertThat(relay.query(only(note)).ids()).isEmpty();
  }

  /** By id the date plays no part: nobody can name an id that does not exist yet. */
  @Test
  void aRequestDatedBeforeItsTargetHidesItByIdToo() {
    RelayClient relay = connect();
    Event note = EventBuilder.note("x").at(2000).signedBy(alice);
    relay.store(note);
    relay.store(EventBuilder.deletionOf(note).at(1000).signedBy(alice));
    assertThat(relay.query(only(note)).ids()).isEmpty();
  }

  @Test
  void somebodyElsesRequestHidesNothing() {
    RelayClient relay = connect();
    Event note = EventBuilder.note("mine").signedBy(alice);
    relay.store(note);
    Event attempt = EventBuilder.deletionOf(note).signedBy(bob);
    assertThat(relay.publish(attempt).accepted()).isTrue();
    assertThat(relay.query(only(note)).ids()).containsExactly(note.id());
    assertThat(relay.query(by(bob)).ids()).isEmpty();
  }

  @Test
  void somebodyElsesRequestDoesNotKeepALateTargetAway() {
    RelayClient relay = connect();
    Event note = EventBuilder.note("late").signedBy(alice);
    relay.publish(EventBuilder.deletionOf(note).signedBy(bob));
    relay.store(note);
    assertThat(relay.query(only(note)).ids()).containsExactly(note.id());
    assertThat(relay.query(by(bob)).ids()).isEmpty();
  }

  @Test
  void oneRequestMayNameManyAndHidesOnlyItsAuthors() {
    RelayClient relay = connect();
    Event one = EventBuilder.note("one").signedBy(alice);
    Event two = EventBuilder.note("two").signedBy(alice);
    Event bobs = EventBuilder.note("three").signedBy(bob);
    relay.store(one, two, bobs);
    Event deletion = EventBuilder.deletionOf(one, bobs, two).tag("k", "1").signedBy(alice);
    relay.store(deletion);
    assertThat(relay.query(by(alice), by(bob)).ids())
        .containsExactlyInAnyOrder(deletion.id(), bobs.id());
  }

  @Test
  void anAddressHidesVersionsUpToTheRequestsDate() {
    RelayClient relay = connect();
    Event old = EventBuilder.kind(30_000).at(1000).tag("d", "x").signedBy(alice);
    Event sameTime = EventBuilder.kind(30_000).at(1500).tag("d", "x").signedBy(alice);
    Event newer = EventBuilder.kind(30_000).at(1501).tag("d", "x").signedBy(alice);
    Event otherD = EventBuilder.kind(30_000).at(1000).tag("d", "y").signedBy(alice);
    Event deletion = addressDeletion(30_000, alice, "x").at(1500).signedBy(alice);
    relay.store(old, otherD);
    relay.store(deletion);
    assertThat(relay.query(by(alice)).ids()).containsExactlyInAnyOrder(deletion.id(), otherD.id());
    assertRefused(relay.publish(old));
    assertRefused(relay.publish(sameTime));
    relay.store(newer);
    assertThat(relay.query(by(alice)).ids())
        .containsExactly(newer.id(), deletion.id(), otherD.id());
  }

  @Test
  void anAddressHidesAVersionOfTheSameSecond() {
    RelayClient relay = connect();
    Event version = EventBuilder.kind(30_000).at(1500).tag("d", "x").signedBy(alice);
    Event deletion = addressDeletion(30_000, alice, "x").at(1500).signedBy(alice);
    relay.store(version);
    relay.store(deletion);
    assertThat(relay.query(by(alice)).ids()).containsExactly(deletion.id());
  }

  @Test
  void anAddressDoesNotHideANewerVersion() {
    RelayClient relay = connect();
    Event newer = EventBuilder.kind(30_000).at(1501).tag("d", "x").signedBy(alice);
    Event deletion = addressDeletion(30_000, alice, "x").at(1500).signedBy(alice);
    relay.store(newer);
    assertThat(relay.publish(deletion).accepted()).isTrue();
    assertThat(relay.query(by(alice)).ids()).containsExactly(newer.id());
  }

  @Test
  void theAddressOfAReplaceableEventHasAnEmptyD() {
    RelayClient relay = connect();
    Event profile = EventBuilder.kind(0).at(1000).content("{}").signedBy(alice);
    Event deletion = addressDeletion(0, alice, "").at(1001).signedBy(alice);
    relay.store(profile);
    relay.store(deletion);
    assertThat(relay.query(by(alice)).ids()).containsExactly(deletion.id());
  }

  @Test
  void somebodyElsesAddressIsNotHidden() {
    RelayClient relay = connect();
    Event alices = EventBuilder.kind(30_000).at(1000).tag("d", "x").signedBy(alice);
    relay.store(alices);
    relay.publish(addressDeletion(30_000, alice, "x").at(2000).signedBy(bob));
    assertThat(relay.query(by(alice), by(bob)).ids()).containsExactly(alices.id());
  }

  @Test
  void hidingOneVersionLeavesRoomForANewerOne() {
    RelayClient relay = connect();
    Event first = EventBuilder.kind(10_000).at(1000).signedBy(alice);
    Event second = EventBuilder.kind(10_000).at(1001).signedBy(alice);
    Event deletion = EventBuilder.deletionOf(first).at(1002).signedBy(alice);
    relay.store(first);
    relay.store(deletion);
    relay.store(second);
    assertThat(relay.query(by(alice)).ids()).containsExactly(deletion.id(), second.id());
  }

  @Test
  void aRequestThatHidesNothingYetIsNotServed() {
    RelayClient relay = connect();
    RelayClient.Subscription live = relay.subscribe(by(alice));
    Event note = EventBuilder.note("still unknown").signedBy(alice);
    Event deletion = EventBuilder.deletionOf(note).signedBy(alice);
    Event last = EventBuilder.note("last").signedBy(alice);
    Answer.Ok ok = relay.publish(deletion);
    assertThat(ok.accepted()).isTrue();
    assertThat(ok.message()).startsWith("nothing was deleted: ");
    relay.store(last);
    assertThat(relay.query(only(deletion)).ids()).isEmpty();
    assertThat(relay.count(json("{'authors':['%s'],'kinds':[5]}", alice))).isZero();
    assertThat(live.upTo(last)).containsExactly(last.id());
  }

  @Test
  void aLateTargetStaysAwayAndMakesTheRequestServed() {
    RelayClient relay = connect();
    RelayClient.Subscription live = relay.subscribe(by(alice));
    Event note = EventBuilder.note("late").signedBy(alice);
    Event deletion = EventBuilder.deletionOf(note).signedBy(alice);
    assertThat(relay.publish(deletion).accepted()).isTrue();
    assertRefused(relay.publish(note));
    assertThat(relay.query(by(alice)).ids()).containsExactly(deletion.id());
    assertThat(live.next()).isEqualTo(deletion.id());
    assertRefused(relay.publish(note));
  }

  @Test
  void aLateVersionOfADeletedAddressStaysAway() {
    RelayClient relay = connect();
    Event deletion = addressDeletion(30_000, alice, "x").at(1500).signedBy(alice);
    Event late = EventBuilder.kind(30_000).at(1400).tag("d", "x").signedBy(alice);
    assertThat(relay.publish(deletion).accepted()).isTrue();
    assertThat(relay.query(by(alice)).ids()).isEmpty();
    assertRefused(relay.publish(late));
    assertThat(relay.query(by(alice)).ids()).containsExactly(deletion.id());
  }

  @Test
  void aRequestThatHidSomethingIsBroadcast() {
    RelayClient relay = connect();
    Event note = EventBuilder.note("seen").signedBy(alice);
    relay.store(note);
    RelayClient.Subscription live = connect().subscribe(json("{'#e':['%s']}", note));
    Event deletion = EventBuilder.deletionOf(note).signedBy(alice);
    relay.store(deletion);
    assertThat(live.next()).isEqualTo(deletion.id());
  }

  @Test
  void deletingADeletionDoesNothing() {
    RelayClient relay = connect();
    Event note = EventBuilder.note("gone").signedBy(alice);
    Event deletion = EventBuilder.deletionOf(note).signedBy(alice);
    Event undo = EventBuilder.deletionOf(deletion).signedBy(alice);
    relay.store(note);
    relay.store(deletion);
    relay.publish(undo);
    assertThat(relay.query(by(alice)).ids()).containsExactly(deletion.id());
    assertRefused(relay.publish(note));
  }

  @Test
  void aSecondRequestForTheSameEventIsTaken() {
    RelayClient relay = connect();
    Event note = EventBuilder.note("twice").signedBy(alice);
    relay.store(note);
    relay.store(EventBuilder.deletionOf(note).at(1000).signedBy(alice));
    Event again = EventBuilder.deletionOf(note).at(1001).signedBy(alice);
    assertThat(relay.publish(again).accepted()).isTrue();
    assertThat(relay.query(only(note)).ids()).isEmpty();
  }

  @Test
  void targetsThatCannotBeReadAreIgnored() {
    RelayClient relay = connect();
    Event note = EventBuilder.note("gone").signedBy(alice);
    relay.store(note);
    Event deletion =
        EventBuilder.kind(5)
            .tag("e")
            .tag("e", "nonsense")
            .tag("a", "1:2:3")
            .tag("e", note.id().hex())
            .signedBy(alice);
    relay.store(deletion);
    assertThat(relay.query(by(alice)).ids()).containsExactly(deletion.id());
  }

  @Test
  void moreThan1000TargetsAreRefused() {
    RelayClient relay = connect();
    EventBuilder deletion = EventBuilder.kind(5);
    IntStream.rangeClosed(0, 500)
        .forEach(i -> deletion.tag("e", HexFormat.of().toHexDigits(i, 8).repeat(8)));
    IntStream.range(0, 500)
        .forEach(i -> deletion.tag("a", "30000:" + alice.publicKey().hex() + ":" + i));
    Answer.Ok ok = relay.publish(deletion.signedBy(alice));
    assertThat(ok.accepted()).isFalse();
    assertThat(ok.message()).matches("invalid: .+");
  }

  private static EventBuilder addressDeletion(int kind, Signer owner, String d) {
    return EventBuilder.kind(5).tag("a", kind + ":" + owner.publicKey().hex() + ":" + d);
  }

  private static void assertRefused(Answer.Ok ok) {
    assertThat(ok.accepted()).isFalse();
    assertThat(ok.message()).matches("blocked: .+");
  }
}
