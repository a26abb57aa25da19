package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.json;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Claims("N01-5")
class Nip01SubscriptionTest extends RelaySuite {
  private final Signer alice = newKey();

  @Test
  void subscriptionIdsHaveOneToSixtyFourCharacters() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("x").signedBy(alice);
    relay.store(event);
    for (String id : List.of("x", "y".repeat(64), "🦀".repeat(64), " ", "{}[]<>'/")) {
      assertThat(relay.subscribeAs(id, by(alice)).stored().ids()).containsExactly(event.id());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65, 5000})
  void otherSubscriptionIdsAreClosed(int length) {
    RelayClient relay = connect();
    relay.send(RelayClient.request("REQ", "z".repeat(length), by(alice)));
    Answer.Closed closed = relay.await(Answer.Closed.class, _ -> true);
    assertThat(closed.message()).matches("invalid: .+");
    relay.store(EventBuilder.note("still open").signedBy(alice));
  }

  @Test
  void subscriptionIdsBelongToTheirConnection() {
    RelayClient one = connect();
    RelayClient two = connect();
    Signer bob = newKey();
    RelayClient.Subscription alices = one.subscribeAs("same", by(alice));
    RelayClient.Subscription bobs = two.subscribeAs("same", by(bob));
    Event byAlice = EventBuilder.note("a").signedBy(alice);
    Event byBob = EventBuilder.note("b").signedBy(bob);
    connect().store(byAlice, byBob);
    assertThat(alices.next()).isEqualTo(byAlice.id());
    assertThat(bobs.next()).isEqualTo(byBob.id());
    bobs.close();
    Event again = EventBuilder.note("again").signedBy(alice);
    two.store(again);
    assertThat(alices.next()).isEqualTo(again.id());
  }

  @Test
  void theSameIdReplacesTheSubscription() {
    RelayClient relay = connect();
    Signer bob = newKey();
    relay.subscribeAs("sub", by(alice));
    RelayClient.Subscription replaced = relay.subscribeAs("sub", by(bob));
    Event byAlice = EventBuilder.note("old filter").signedBy(alice);
    Event byBob = EventBuilder.note("new filter").signedBy(bob);
    relay.store(byAlice);
    relay.store(byBob);
    assertThat(replaced.upTo(byBob)).containsExactly(byBob.id());
  }

  @Test
  void storedEventsComeNewestFirstAndTiesLowestIdFirst() {
    RelayClient relay = connect();
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      events.add(EventBuilder.note("n" + i).at(1000 + i % 5).signedBy(alice));
    }
    relay.store(events);
    List<EventId> expected = events.stream().sorted(Event.NEWEST_FIRST).map(Event::id).toList();
    assertThat(relay.query(by(alice)).ids()).containsExactlyElementsOf(expected);
    assertThat(relay.query(json("{'authors':['%s'],'limit':13}", alice)).ids())
        .containsExactlyElementsOf(expected.subList(0, 13));
  }

  @Test
  void theOrderHoldsAcrossFiltersAndAuthors() {
    RelayClient relay = connect();
    List<Signer> authors = List.of(newKey(), newKey(), newKey());
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int kind = i % 2 == 0 ? 1 : 7;
      events.add(EventBuilder.kind(kind).at(1000 + i / 4).signedBy(authors.get(i % 3)));
    }
    relay.store(events);
    List<EventId> expected = events.stream().sorted(Event.NEWEST_FIRST).map(Event::id).toList();
    String[] perAuthor = authors.stream().map(Texts::by).toArray(String[]::new);
    assertThat(relay.query(perAuthor).ids()).containsExactlyElementsOf(expected);
    String together =
        json(
            "{'authors':['%s','%s','%s'],'kinds':[7,1]}",
            authors.get(0), authors.get(1), authors.get(2));
    assertThat(relay.query(together).ids()).containsExactlyElementsOf(expected);
  }

  @Test
  void liveEventsFollowTheStoredOnes() {
    RelayClient relay = connect();
    Event stored = EventBuilder.note("stored").signedBy(alice);
    relay.store(stored);
    RelayClient.Subscription subscription = relay.subscribe(by(alice));
    assertThat(subscription.stored().ids()).containsExactly(stored.id());
    Event live = EventBuilder.note("live").at(1000).signedBy(alice);
    connect().store(live);
    assertThat(subscription.next()).isEqualTo(live.id());
  }

  @Test
  void anEventComesOnceThoughSeveralFiltersMatch() {
    RelayClient relay = connect();
    String word = newWord();
    Event stored = EventBuilder.note("stored").tag("t", word).signedBy(alice);
    relay.store(stored);
    RelayClient.Subscription subscription =
        relay.subscribe(
            by(alice),
            json("{'#t':['%s']}", word),
            only(stored),
            json("{'authors':['%s'],'kinds':[1]}", alice));
    assertThat(subscription.stored().ids()).containsExactly(stored.id());
    Event live = EventBuilder.note("live").tag("t", word).tag("t", word).signedBy(alice);
    Event last = EventBuilder.note("last").signedBy(alice);
    relay.store(live);
    relay.store(last);
    assertThat(subscription.upTo(last)).containsExactly(live.id(), last.id());
  }

  @Test
  void aDuplicateIsNotBroadcastAgain() {
    RelayClient relay = connect();
    RelayClient.Subscription subscription = relay.subscribe(by(alice));
    Event event = EventBuilder.note("once").signedBy(alice);
    Event last = EventBuilder.note("last").signedBy(alice);
    relay.store(event);
    relay.publish(event);
    relay.store(last);
    assertThat(subscription.upTo(last)).containsExactly(event.id(), last.id());
  }

  @Test
  void everySubscriptionOfAConnectionGetsTheEvent() {
    RelayClient relay = connect();
    RelayClient.Subscription one = relay.subscribe(by(alice));
    RelayClient.Subscription two = relay.subscribe(json("{'kinds':[1],'authors':['%s']}", alice));
    Event event = EventBuilder.note("both").signedBy(alice);
    relay.store(event);
    assertThat(one.next()).isEqualTo(event.id());
    assertThat(two.next()).isEqualTo(event.id());
  }

  @Test
  void limitConcernsStoredEventsOnly() {
    RelayClient relay = connect();
    List<Event> stored = notes(5, 1000);
    relay.store(stored);
    RelayClient.Subscription subscription =
        relay.subscribe(json("{'authors':['%s'],'limit':2}", alice));
    assertThat(subscription.stored().ids()).containsExactly(stored.get(4).id(), stored.get(3).id());
    List<Event> live = notes(5, 2000);
    live.forEach(relay::store);
    assertThat(subscription.upTo(live.getLast()))
        .containsExactlyElementsOf(live.stream().map(Event::id).toList());
  }

  @Test
  void limitZeroIsLiveOnly() {
    RelayClient relay = connect();
    relay.store(notes(3, 1000));
    RelayClient.Subscription subscription =
        relay.subscribe(json("{'authors':['%s'],'limit':0}", alice));
    assertThat(subscription.stored().ids()).isEmpty();
    Event live = EventBuilder.note("live").signedBy(alice);
    relay.store(live);
    assertThat(subscription.next()).isEqualTo(live.id());
  }

  @Test
  void everyFilterHasItsOwnLimit() {
    RelayClient relay = connect();
    Signer bob = newKey();
    List<Event> alices = notes(4, 1000);
    relay.store(alices);
    List<Event> bobs =
        IntStream.range(0, 4)
            .mapToObj(i -> EventBuilder.note("b" + i).at(500 + i).signedBy(bob))
            .toList();
    relay.store(bobs);
    assertThat(
            relay
                .query(
                    json("{'authors':['%s'],'limit':1}", alice),
                    json("{'authors':['%s'],'limit':2}", bob))
                .ids())
        .containsExactly(alices.get(3).id(), bobs.get(3).id(), bobs.get(2).id());
  }

  @Test
  void nothingComesAfterClose() {
    RelayClient relay = connect();
    RelayClient.Subscription closed = relay.subscribe(by(alice));
    closed.close();
    RelayClient.Subscription open = relay.subscribe(by(alice));
    Event event = EventBuilder.note("after").signedBy(alice);
    Event last = EventBuilder.note("last").signedBy(alice);
    relay.store(event);
    relay.store(last);
    assertThat(open.upTo(last)).containsExactly(event.id(), last.id());
    // A second EOSE is next on the closed id: no event of it came before.
    assertThat(relay.subscribeAs(closed.id(), only(event)).stored().ids())
        .containsExactly(event.id());
  }

  @Test
  void closingWhatIsNotOpenDoesNoHarm() {
    RelayClient relay = connect();
    relay.send("[\"CLOSE\",\"never opened\"]");
    relay.store(EventBuilder.note("fine").signedBy(alice));
  }

  /** Events are sent while others are stored: each must come exactly once, stored or live. */
  @Test
  void nothingIsLostOrDoubledBetweenStoredAndLive() {
    RelayClient writer = connect();
    RelayClient reader = connect();
    List<Event> events = notes(300, 1000);
    events.forEach(event -> writer.socket().queueText("[\"EVENT\"," + Texts.jsonOf(event) + "]"));
    writer.socket().flush();
    RelayClient.Subscription subscription = reader.subscribe(by(alice));
    List<EventId> seen = new ArrayList<>(subscription.stored().ids());
    while (seen.size() < events.size()) {
      seen.add(subscription.next());
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(events.stream().map(Event::id).toList());
  }

  private List<Event> notes(int count, long firstTime) {
    return IntStream.range(0, count)
        .mapToObj(i -> EventBuilder.note("n" + i).at(firstTime + i).signedBy(alice))
        .toList();
  }
}
