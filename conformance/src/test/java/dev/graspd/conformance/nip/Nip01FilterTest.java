package dev.graspd.conformance.nip;

import static dev.graspd.testkit.client.Texts.by;
import static dev.graspd.testkit.client.Texts.json;
import static dev.graspd.testkit.client.Texts.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Claims("N01-6")
class Nip01FilterTest extends RelaySuite {
  private final Signer alice = newKey();
  private final Signer bob = newKey();

  @Test
  void sinceAndUntilAreInclusive() {
    RelayClient relay = connect();
    List<Event> events = timed(5);
    relay.store(events);
    assertThat(query(relay, "'since':1001,'until':1003"))
        .containsExactly(events.get(3).id(), events.get(2).id(), events.get(1).id());
    assertThat(query(relay, "'since':1004")).containsExactly(events.get(4).id());
    assertThat(query(relay, "'until':1000")).containsExactly(events.get(0).id());
    assertThat(query(relay, "'since':1002,'until':1002")).containsExactly(events.get(2).id());
    assertThat(query(relay, "'since':1005")).isEmpty();
    assertThat(query(relay, "'until':999")).isEmpty();
  }

  @Test
  void sinceAndUntilBindLiveEventsToo() {
    RelayClient relay = connect();
    RelayClient.Subscription subscription =
        relay.subscribe(json("{'authors':['%s'],'since':1001,'until':1003}", alice));
    List<Event> events = timed(5);
    events.forEach(relay::store);
    Event last = EventBuilder.note("last").at(1002).signedBy(alice);
    relay.store(last);
    assertThat(subscription.upTo(last))
        .containsExactly(events.get(1).id(), events.get(2).id(), events.get(3).id(), last.id());
  }

  @Test
  void fieldsOfAFilterAreAnded() {
    RelayClient relay = connect();
    String word = newWord();
    Event all = EventBuilder.kind(7).at(1000).tag("t", word).tag("r", "x").signedBy(alice);
    Event otherKind = EventBuilder.kind(1).at(1000).tag("t", word).tag("r", "x").signedBy(alice);
    Event otherAuthor = EventBuilder.kind(7).at(1000).tag("t", word).tag("r", "x").signedBy(bob);
    Event otherTag = EventBuilder.kind(7).at(1000).tag("t", word).tag("r", "y").signedBy(alice);
    Event otherTime = EventBuilder.kind(7).at(999).tag("t", word).tag("r", "x").signedBy(alice);
    relay.store(all, otherKind, otherAuthor, otherTag, otherTime);
    String filter =
        json("{'authors':['%s'],'kinds':[7],'#t':['%s'],'#r':['x'],'since':1000}", alice, word);
    assertThat(relay.query(filter).ids()).containsExactly(all.id());
    String withIds =
        json("{'ids':['%s','%s'],'kinds':[7],'authors':['%s']}", all, otherKind, alice);
    assertThat(relay.query(withIds).ids()).containsExactly(all.id());
  }

  @Test
  void valuesOfAFieldAndFiltersAreOred() {
    RelayClient relay = connect();
    Event one = EventBuilder.kind(1).at(1001).signedBy(alice);
    Event two = EventBuilder.kind(7).at(1002).signedBy(bob);
    Event three = EventBuilder.kind(4).at(1003).signedBy(alice);
    relay.store(one, two, three);
    String values = json("{'authors':['%s','%s'],'kinds':[1,7]}", alice, bob);
    assertThat(relay.query(values).ids()).containsExactly(two.id(), one.id());
    assertThat(relay.query(only(one), only(two, three)).ids())
        .containsExactly(three.id(), two.id(), one.id());
  }

  @Test
  void aDoubledValueCountsOnce() {
    RelayClient relay = connect();
    Event event = EventBuilder.kind(1).tag("t", "x").signedBy(alice);
    relay.store(event);
    String filter = json("{'authors':['%s','%s'],'kinds':[1,1],'#t':['x','x']}", alice, alice);
    assertThat(relay.query(filter).ids()).containsExactly(event.id());
    assertThat(relay.count(filter)).isEqualTo(1);
  }

  /** Indexes see one shape each; all must give the same answer. */
  @Test
  void everyShapeOfFilterFindsTheEvent() {
    RelayClient relay = connect();
    String word = newWord();
    Event event = EventBuilder.kind(31_234).at(1_234_567).tag("d", word).signedBy(alice);
    relay.store(event);
    for (String shape :
        List.of(
            only(event),
            by(alice),
            json("{'kinds':[31234],'since':1234567,'until':1234567}"),
            json("{'authors':['%s'],'kinds':[31234]}", alice),
            json("{'authors':['%s'],'kinds':[31234],'#d':['%s']}", alice, word),
            json("{'#d':['%s']}", word),
            json("{'#d':['%s'],'kinds':[31234]}", word),
            json("{'since':1234567,'until':1234567}"),
            json("{'since':1234567,'until':1234567,'limit':5000}"))) {
      assertThat(relay.query(shape).ids()).as(shape).contains(event.id());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'ids':['%s']}",
        "{'authors':['%s']}",
        "{'#e':['%s']}",
        "{'#p':['%s']}",
        "{'authors':['%s'],'kinds':[1]}"
      })
  void prefixesUpperCaseAndOtherTextAreClosedAsInvalid(String filter) {
    RelayClient relay = connect();
    String hex = "ab".repeat(32);
    for (String wrong : List.of("abcd", hex.substring(1), "AB".repeat(32), hex + "ab", "", "zz")) {
      assertThat(relay.refusal(json(filter, wrong)).message()).as(wrong).matches("invalid: .+");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'ids':'x'}",
        "{'kinds':['1']}",
        "{'kinds':[-1]}",
        "{'kinds':[65536]}",
        "{'kinds':1}",
        "{'since':'1'}",
        "{'until':1.5}",
        "{'limit':-1}",
        "{'limit':'5'}",
        "{'#t':'x'}",
        "{'#t':[1]}",
        "{'authors':[null]}",
        "{'authors':null}",
        "{'nonsense':1}",
        "[]",
        "'text'",
        "null"
      })
  void aFilterOfTheWrongShapeIsClosed(String filter) {
    RelayClient relay = connect();
    assertThat(relay.refusal(json(filter)).message()).matches("invalid: .+");
    assertThat(relay.refusal(by(alice), json(filter)).message()).matches("invalid: .+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'ids':[]}", "{'#t':[]}", "{'since':5,'until':4}"})
  void aFilterThatNothingCanMatchIsClosedWithAPrefix(String filter) {
    assertThat(connect().refusal(json(filter)).message()).matches("[a-z-]+: .+");
  }

  @Test
  void anImpossibleFilterBesideAPossibleOneDoesNoHarm() {
    RelayClient relay = connect();
    Event event = EventBuilder.note("possible").signedBy(alice);
    relay.store(event);
    assertThat(relay.query(json("{'ids':[]}"), by(alice)).ids()).containsExactly(event.id());
  }

  @Test
  void aRequestWithoutAFilterIsClosed() {
    RelayClient relay = connect();
    relay.send("[\"REQ\",\"none\"]");
    assertThat(relay.closed("none").message()).matches("invalid: .+");
  }

  @Test
  void withoutLimitTheDefaultLimitHolds() {
    RelayClient relay = connect(SharedServer.STRICT);
    List<EventId> expected = storeMined(relay, 12);
    RelayClient.Stored stored = relay.query(by(alice));
    assertThat(stored.ids()).containsExactlyElementsOf(expected.subList(0, 10));
    assertThat(stored.finish()).isFalse();
  }

  @Test
  void aGreaterLimitThanTheMaximumIsClamped() {
    RelayClient relay = connect(SharedServer.STRICT);
    List<EventId> expected = storeMined(relay, 22);
    for (String limit : List.of("21", "5000", "4294967296")) {
      RelayClient.Stored stored = relay.query(json("{'authors':['%s'],'limit':%s}", alice, limit));
      assertThat(stored.ids()).containsExactlyElementsOf(expected.subList(0, 20));
      assertThat(stored.finish()).isFalse();
    }
  }

  @Test
  void aLimitBetweenDefaultAndMaximumIsTaken() {
    RelayClient relay = connect(SharedServer.STRICT);
    List<EventId> expected = storeMined(relay, 16);
    assertThat(relay.query(json("{'authors':['%s'],'limit':15}", alice)).ids())
        .containsExactlyElementsOf(expected.subList(0, 15));
  }

  @Test
  void tooManyFiltersOrValuesAreClosedAndTheRestStaysOpen() {
    RelayClient relay = connect(SharedServer.STRICT);
    RelayClient.Subscription before = relay.subscribe(by(alice));
    String filter = json("{'kinds':[1]}");
    assertThat(relay.refusal(filter, filter, filter, filter).message()).matches("invalid: .+");
    String kinds =
        IntStream.range(0, 11).mapToObj(Integer::toString).collect(Collectors.joining(","));
    assertThat(relay.refusal("{\"kinds\":[" + kinds + "]}").message()).matches("invalid: .+");
    List<EventId> live = storeMined(relay, 1);
    assertThat(before.next()).isEqualTo(live.getFirst());
  }

  @Test
  void oneSubscriptionTooManyIsClosedWithAPrefix() {
    RelayClient relay = connect(SharedServer.STRICT);
    List<RelayClient.Subscription> open = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      open.add(relay.subscribe(by(alice)));
    }
    assertThat(relay.refusal(by(alice)).message()).matches("rate-limited: .+");
    relay.subscribeAs(open.getFirst().id(), by(bob));
    open.getLast().close();
    relay.subscribe(by(alice));
  }

  /** Returns the ids, newest first. */
  private List<EventId> storeMined(RelayClient relay, int count) {
    List<Event> events =
        IntStream.range(0, count)
            .mapToObj(i -> Mining.mined(SharedServer.Strict.DIFFICULTY, 1000 + i, alice))
            .toList();
    relay.store(events);
    return events.reversed().stream().map(Event::id).toList();
  }

  private List<Event> timed(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> EventBuilder.note("t" + i).at(1000 + i).signedBy(alice))
        .toList();
  }

  private List<EventId> query(RelayClient relay, String fields) {
    return relay.query(json("{'authors':['%s']," + fields + "}", alice)).ids();
  }
}
