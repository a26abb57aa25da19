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
import dev.graspd.testkit.suite.SharedServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Claims("N45")
class Nip45CountTest extends RelaySuite {
  private final Signer alice = newKey();
  private final Signer bob = newKey();

  @Test
  void theCountIsExactForEveryShape() {
    RelayClient relay = connect();
    String word = newWord();
    for (int i = 0; i < 20; i++) {
      relay.store(
          EventBuilder.kind(i % 2 == 0 ? 1 : 7)
              .at(1000 + i)
              .tag("t", i % 5 == 0 ? word : "other")
              .signedBy(i % 4 == 0 ? alice : bob));
    }
    assertThat(relay.count(by(alice))).isEqualTo(5);
    assertThat(relay.count(by(bob))).isEqualTo(15);
    assertThat(relay.count(json("{'authors':['%s','%s'],'kinds':[7]}", alice, bob))).isEqualTo(10);
    assertThat(relay.count(json("{'#t':['%s']}", word))).isEqualTo(4);
    assertThat(relay.count(json("{'authors':['%s'],'since':1010,'until':1013}", bob))).isEqualTo(3);
    assertThat(relay.count(json("{'authors':['%s'],'kinds':[4]}", bob))).isZero();
  }

  @Test
  void anEventThatSeveralFiltersMatchCountsOnce() {
    RelayClient relay = connect();
    Event one = EventBuilder.kind(1).at(1).signedBy(alice);
    Event two = EventBuilder.kind(7).at(2).signedBy(alice);
    Event three = EventBuilder.kind(1).at(3).signedBy(bob);
    relay.store(one, two, three);
    assertThat(
            relay.count(by(alice), only(one, three), json("{'authors':['%s'],'kinds':[7]}", alice)))
        .isEqualTo(3);
  }

  @Test
  void limitsPlayNoPart() {
    RelayClient relay = connect(SharedServer.STRICT);
    List<Event> events =
        IntStream.range(0, 25)
            .mapToObj(i -> Mining.mined(SharedServer.Strict.DIFFICULTY, 1000 + i, alice))
            .toList();
    relay.store(events);
    assertThat(relay.count(by(alice))).isEqualTo(25);
    assertThat(relay.count(json("{'authors':['%s'],'limit':3}", alice))).isEqualTo(25);
  }

  @Test
  void replacedAndDeletedEventsDoNotCount() {
    RelayClient relay = connect();
    Event old = EventBuilder.kind(10_000).at(1000).signedBy(alice);
    Event fresh = EventBuilder.kind(10_000).at(1001).signedBy(alice);
    Event note = EventBuilder.note("gone").signedBy(alice);
    relay.store(old, note);
    relay.store(fresh);
    relay.store(EventBuilder.deletionOf(note).signedBy(alice));
    assertThat(relay.count(by(alice))).isEqualTo(2);
    assertThat(relay.count(json("{'authors':['%s'],'kinds':[1]}", alice))).isZero();
    assertThat(relay.count(only(old, note, fresh))).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'ids':['short']}", "{'kinds':['x']}", "[]", "{'search':'x'}"})
  void aRefusalIsClosed(String filter) {
    RelayClient relay = connect();
    relay.send(json("['COUNT','c'," + filter + "]"));
    assertThat(relay.closed("c").message()).matches("[a-z-]+: .+");
  }

  /** Each question has its answer, whatever others ask at the same time. */
  @Test
  void everyOneOfManyIsAnsweredOnce() {
    RelayClient first = connect();
    first.store(EventBuilder.note("counted").signedBy(alice));
    List<RelayClient> clients = IntStream.range(0, 20).mapToObj(_ -> connect()).toList();
    List<String> ids = IntStream.range(0, 80).mapToObj(i -> "c" + i).toList();
    for (RelayClient relay : clients) {
      ids.forEach(id -> relay.socket().queueText(RelayClient.request("COUNT", id, by(alice))));
      relay.socket().flush();
    }
    for (RelayClient relay : clients) {
      List<Answer> answers =
          ids.stream()
              .map(_ -> relay.await(Answer.class, one -> !(one instanceof Answer.Challenge)))
              .toList();
      assertThat(answers)
          .containsExactlyInAnyOrderElementsOf(
              ids.stream().map(id -> new Answer.Count(id, 1)).toList());
    }
  }

  /** COUNT opens nothing: a subscription of the same id goes on. */
  @Test
  void countingDoesNotTouchASubscriptionOfTheSameId() {
    RelayClient relay = connect();
    RelayClient.Subscription live = relay.subscribeAs("same", by(alice));
    relay.send(RelayClient.request("COUNT", "same", by(alice)));
    assertThat(relay.await(Answer.Count.class, _ -> true)).isEqualTo(new Answer.Count("same", 0));
    Event event = EventBuilder.note("live").signedBy(alice);
    relay.store(event);
    assertThat(live.next()).isEqualTo(event.id());
  }
}
