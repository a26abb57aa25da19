package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Negentropy;
import dev.graspd.testkit.client.Negentropy.Bound;
import dev.graspd.testkit.client.Negentropy.Range;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions: who may open what, when they end, and which events are in the set. */
@Claims("N77-1")
class Nip77SessionTest extends RelaySuite {
  private static final String ASK_ALL =
      Negentropy.message(new Range.IdList(Bound.INFINITY, List.of()));

  private final Signer alice = newKey();
  private final Signer bob = newKey();

  @Test
  void messagesAlternateUntilClose() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("one").signedBy(alice);
    relay.store(event);
    List<Range> expected = List.of(Negentropy.idList(Bound.INFINITY, List.of(event)));
    assertThat(Negentropy.open(relay, "n", by(alice), ASK_ALL)).isEqualTo(expected);
    assertThat(Negentropy.next(relay, "n", ASK_ALL)).isEqualTo(expected);
    Negentropy.close(relay, "n");
    relay.send(json("['NEG-MSG','n','%s']", ASK_ALL));
    assertThat(Negentropy.error(relay, "n")).matches("closed: .+");
  }

  @Test
  void aMessageToASessionNeverOpenedIsAnsweredAsClosed() {
    RelayClient relay = connect();
    relay.send(json("['NEG-MSG','never','%s']", ASK_ALL));
    assertThat(Negentropy.error(relay, "never")).matches("closed: .+");
  }

  @Test
  void sessionsAndSubscriptionsHaveTheirOwnNames() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("one").signedBy(alice);
    relay.store(event);
    RelayClient.Subscription subscription = relay.subscribeAs("same", by(alice));
    Negentropy.open(relay, "same", by(alice), ASK_ALL);
    Event live = EventBuilder.note("live").signedBy(alice);
    relay.store(live);
    assertThat(subscription.next()).isEqualTo(live.id());
    subscription.close();
    assertThat(Negentropy.next(relay, "same", ASK_ALL)).isNotEmpty();
    RelayClient.Subscription again = relay.subscribeAs("same", by(bob));
    Negentropy.close(relay, "same");
    Event byBob = EventBuilder.note("bob's").signedBy(bob);
    relay.store(byBob);
    assertThat(again.next()).isEqualTo(byBob.id());
  }

  @Test
  void aReopenedSessionHasTheNewFilter() {
    RelayClient relay = connect();
    Event byAlice = EventBuilder.note("a").signedBy(alice);
    Event byBob = EventBuilder.note("b").signedBy(bob);
    relay.store(byAlice, byBob);
    Negentropy.open(relay, "n", by(alice), ASK_ALL);
    Negentropy.open(relay, "n", by(bob), ASK_ALL);
    assertThat(Negentropy.next(relay, "n", ASK_ALL))
        .containsExactly(Negentropy.idList(Bound.INFINITY, List.of(byBob)));
  }

  @Test
  void sessionsOfOtherConnectionsAreNotTouched() {
    RelayClient one = connect();
    RelayClient two = connect();
    Negentropy.open(one, "n", by(alice), ASK_ALL);
    Negentropy.open(two, "n", by(alice), ASK_ALL);
    Negentropy.close(two, "n");
    assertThat(Negentropy.next(one, "n", ASK_ALL)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[{}]",
        "'x'",
        "null",
        "{'ids':['short']}",
        "{'kinds':'1'}",
        "{'search':'x'}"
      })
  void anythingButOneGoodFilterIsRefused(String filter) {
    assertThat(Negentropy.refusal(connect(), "n", json(filter), ASK_ALL)).matches("[a-z-]+: .+");
  }

  @Test
  void filtersWorkAsInRequests() {
    RelayClient relay = connect();
    String word = newWord();
    Event in = EventBuilder.kind(7).at(1005).tag("t", word).signedBy(alice);
    Event otherKind = EventBuilder.kind(1).at(1005).tag("t", word).signedBy(alice);
    Event otherTime = EventBuilder.kind(7).at(1004).tag("t", word).signedBy(alice);
    Event otherTag = EventBuilder.kind(7).at(1005).tag("T", word).signedBy(alice);
    relay.store(in, otherKind, otherTime, otherTag);
    String filter = json("{'kinds':[7],'#t':['%s'],'since':1005,'until':1005}", word);
    assertThat(Negentropy.allIds(relay, filter)).containsExactly(in.id());
    assertThat(Negentropy.allIds(relay, by(alice))).hasSize(4);
  }

  @Test
  void theWholeStoreCanBeCompared() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("one of many").signedBy(alice);
    relay.store(event);
    String wrong = Negentropy.message(new Range.Fingerprint(Bound.INFINITY, "00".repeat(16)));
    assertThat(Negentropy.open(relay, "n", "{}", wrong)).isNotEmpty();
    assertThat(Negentropy.allIds(relay, "{}")).contains(event.id()).doesNotHaveDuplicates();
  }

  @Test
  void onlyWhatIsServedIsInTheSet() {
    RelayClient relay = connect();
    Event kept = EventBuilder.note("kept").at(1000).signedBy(alice);
    Event deleted = EventBuilder.note("deleted").at(1001).signedBy(alice);
    Event old = EventBuilder.kind(10_000).at(1002).signedBy(alice);
    Event fresh = EventBuilder.kind(10_000).at(1003).signedBy(alice);
    Event deletion = EventBuilder.deletionOf(deleted).at(1004).signedBy(alice);
    Event dormant = EventBuilder.kind(5).at(1005).tag("e", "ab".repeat(32)).signedBy(alice);
    relay.store(kept, deleted, old);
    relay.store(fresh);
    relay.store(deletion, EventBuilder.kind(20_000).at(1006).signedBy(alice));
    assertThat(relay.publish(dormant).accepted()).isTrue();
    assertThat(Negentropy.allIds(relay, by(alice)))
        .containsExactly(kept.id(), fresh.id(), deletion.id());
  }

  @Test
  void oneSessionTooManyIsBlocked() {
    RelayClient relay = connect();
    for (int i = 0; i < 10; i++) {
      Negentropy.open(relay, "n" + i, by(alice), ASK_ALL);
    }
    assertThat(Negentropy.refusal(relay, "n10", by(alice), ASK_ALL)).matches("blocked: .+");
    Negentropy.open(relay, "n9", by(bob), ASK_ALL);
    Negentropy.close(relay, "n0");
    Negentropy.open(relay, "n10", by(alice), ASK_ALL);
  }
}
