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

@Claims("N67")
class Nip67FinishTest extends RelaySuite {
  private final Signer alice = newKey();
  private final List<Event> events =
      IntStream.range(0, 6)
          .mapToObj(i -> EventBuilder.note("n" + i).at(1000 + i).signedBy(alice))
          .toList();

  @Test
  void everyMatchSentIsFinish() {
    RelayClient relay = connect();
    relay.store(events);
    assertThat(relay.query(by(alice)).finish()).isTrue();
    assertThat(relay.query(json("{'authors':['%s'],'limit':7}", alice)).finish()).isTrue();
    assertThat(relay.query(json("{'authors':['%s'],'since':1003}", alice)).finish()).isTrue();
    assertThat(relay.query(only(events.getFirst())).finish()).isTrue();
  }

  @Test
  void noMatchAtAllIsFinish() {
    RelayClient.Stored stored = connect().query(by(alice));
    assertThat(stored.ids()).isEmpty();
    assertThat(stored.finish()).isTrue();
  }

  @Test
  void aLimitThatCutsIsNoFinish() {
    RelayClient relay = connect();
    relay.store(events);
    assertThat(relay.query(json("{'authors':['%s'],'limit':5}", alice)).finish()).isFalse();
    assertThat(relay.query(json("{'authors':['%s'],'limit':1}", alice)).finish()).isFalse();
    assertThat(relay.query(json("{'authors':['%s'],'limit':0}", alice)).finish()).isFalse();
  }

  @Test
  void aLimitThatFitsExactlyIsFinish() {
    RelayClient relay = connect();
    relay.store(events);
    RelayClient.Stored stored = relay.query(json("{'authors':['%s'],'limit':6}", alice));
    assertThat(stored.ids()).hasSize(6);
    assertThat(stored.finish()).isTrue();
  }

  @Test
  void oneCutFilterOfSeveralIsNoFinish() {
    RelayClient relay = connect();
    relay.store(events);
    String cut = json("{'authors':['%s'],'limit':2}", alice);
    assertThat(relay.query(only(events.getFirst()), cut).finish()).isFalse();
  }

  /** Paging by until finds everything, which is what finish is for. */
  @Test
  void aClientThatPagesUntilFinishHasSeenEverything() {
    RelayClient relay = connect();
    relay.store(events);
    long until = Long.MAX_VALUE;
    int seen = 0;
    RelayClient.Stored page;
    do {
      page = relay.query(json("{'authors':['%s'],'limit':4,'until':%s}", alice, until));
      seen += page.events().size();
      until = (Long) page.events().getLast().event().get("created_at") - 1;
    } while (!page.finish());
    assertThat(seen).isEqualTo(events.size());
  }
}
