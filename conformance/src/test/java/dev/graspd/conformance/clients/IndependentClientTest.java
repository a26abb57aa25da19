package dev.graspd.conformance.clients;

import static dev.graspd.testkit.client.Texts.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rust.nostr.sdk.Event;
import rust.nostr.sdk.Keys;
import rust.nostr.sdk.Reconciliation;
import rust.nostr.sdk.SendEventOutput;

/** A client that others wrote must work with this relay; each result is checked from outside. */
class IndependentClientTest extends RelaySuite {
  private final Signer alice = newKey();
  private final Keys keys = RustClient.keysOf(alice);
  private final String byAlice = json("{'authors':['%s']}", alice);

  @Test
  @Claims({"N01-1", "N01-4"})
  void whatItPublishesIsServed() {
    try (RustClient client = connectRust()) {
      Event event = note("published by another client 🦀 \"quoted\"\n", 1000);
      SendEventOutput output = client.publish(event);
      assertThat(output.getFailed()).isEmpty();
      assertThat(output.getSuccess()).hasSize(1);
      assertThat(connect().query(byAlice).events())
          .singleElement()
          .satisfies(found ->
              assertThat((Object) found.event())
                  .isEqualTo(JsonTree.object(RustClient.jsonOf(event))));
    }
  }

  @Test
  @Claims({"N01-4", "N40"})
  void itUnderstandsARefusal() {
    try (RustClient client = connectRust()) {
      Event expired = signed(1, 1000, "[['expiration','2000']]", "too late");
      SendEventOutput output = client.publish(expired);
      assertThat(output.getSuccess()).isEmpty();
      assertThat(output.getFailed().values())
          .singleElement()
          .satisfies(why -> assertThat(why).contains("expired"));
    }
  }

  @Test
  @Claims({"N01-5", "N01-6"})
  void itFetchesStoredEvents() {
    RelayClient relay = connect();
    List<dev.graspd.core.nostr.Event> events =
        IntStream.range(0, 50)
            .mapToObj(i -> EventBuilder.note("n" + i).at(1000 + i).signedBy(alice))
            .toList();
    relay.store(events);
    try (RustClient client = connectRust()) {
      List<Event> fetched = client.fetch(byAlice);
      assertThat(fetched).allMatch(Event::verify);
      assertThat(hex(fetched)).containsExactlyElementsOf(hexNewestFirst(events));
      assertThat(client.fetch(json("{'authors':['%s'],'since':1045}", alice))).hasSize(5);
    }
  }

  @Test
  @Claims("N01-5")
  void itSeesLiveEvents() throws InterruptedException {
    try (RustClient client = connectRust()) {
      BlockingQueue<Event> live = client.subscribe(byAlice);
      RelayClient relay = connect();
      List<String> stored = new ArrayList<>();
      Event seen = null;
      // The client forgets what it gets before its handler of notifications has begun.
      for (int i = 0; i < 60 && seen == null; i++) {
        dev.graspd.core.nostr.Event event = EventBuilder.note("live " + i).signedBy(alice);
        relay.store(event);
        stored.add(event.id().hex());
        seen = live.poll(1, TimeUnit.SECONDS);
      }
      assertThat(seen).isNotNull();
      assertThat(stored).contains(seen.id().toHex());
      assertThat(seen.verify()).isTrue();
    }
  }

  @Test
  @Claims("N45")
  void itCounts() {
    connect()
        .store(
            IntStream.range(0, 7)
                .mapToObj(i -> EventBuilder.note("n" + i).signedBy(alice))
                .toList());
    try (RustClient client = connectRust()) {
      assertThat(client.count(byAlice)).isEqualTo(7);
    }
  }

  @Test
  @Claims({"N42", "N70"})
  void itAuthenticatesToPublishAProtectedEvent() {
    try (RustClient client = connectRust()) {
      Event event = signed(1, 1000, "[['-']]", "protected");
      SendEventOutput output = client.publish(event);
      assertThat(output.getFailed()).isEmpty();
      assertThat(output.getSuccess()).hasSize(1);
      assertThat(connect().query(byAlice).ids()).hasSize(1);
    }
  }

  @Test
  @Claims({"N42", "N70"})
  void itCannotPublishSomebodyElsesProtectedEvent() {
    Signer bob = newKey();
    try (RustClient client = RustClient.connect(SharedServer.PLAIN.uri(), RustClient.keysOf(bob))) {
      SendEventOutput output = client.publish(signed(1, 1000, "[['-']]", "protected"));
      assertThat(output.getSuccess()).isEmpty();
      assertThat(output.getFailed().values())
          .singleElement()
          .satisfies(why -> assertThat(why).contains("you are not its author"));
      assertThat(connect().query(byAlice).ids()).isEmpty();
    }
  }

  @Test
  @Claims({"N77-1", "N77-2", "N77-3", "N77-4", "N77-5"})
  void itFindsTheDifferenceByNegentropy() {
    List<Event> all = IntStream.range(0, 500).mapToObj(i -> note("n" + i, 1000 + i / 3)).toList();
    List<Event> onlyOurs = all.subList(0, 20);
    List<Event> onlyTheirs = all.subList(470, 500);
    connect().store(all.subList(20, 500).stream().map(IndependentClientTest::ours).toList());
    try (RustClient client = connectRust()) {
      Reconciliation difference = client.compare(byAlice, all.subList(0, 470));
      assertThat(difference.getLocal().stream().map(id -> id.toHex()))
          .containsExactlyInAnyOrderElementsOf(hex(onlyOurs));
      assertThat(difference.getRemote().stream().map(id -> id.toHex()))
          .containsExactlyInAnyOrderElementsOf(hex(onlyTheirs));
    }
  }

  @Test
  @Claims({"N77-1", "N77-5"})
  void afterASyncBothSidesHaveEverything(@TempDir Path directory) {
    List<Event> all = IntStream.range(0, 60).mapToObj(i -> note("n" + i, 1000 + i)).toList();
    RelayClient relay = connect();
    relay.store(all.subList(0, 40).stream().map(IndependentClientTest::ours).toList());
    try (RustClient client =
        RustClient.connect(SharedServer.PLAIN.uri(), keys, directory.resolve("db"))) {
      all.subList(20, 60).forEach(client::keep);
      Reconciliation done = client.sync(byAlice);
      assertThat(done.getReceived()).hasSize(20);
      assertThat(done.getSent()).hasSize(20);
      assertThat(hex(client.kept(byAlice))).containsExactlyInAnyOrderElementsOf(hex(all));
      Reconciliation again = client.sync(byAlice);
      assertThat(again.getReceived()).isEmpty();
      assertThat(again.getSent()).isEmpty();
    }
    assertThat(relay.count(byAlice)).isEqualTo(60);
  }

  private RustClient connectRust() {
    return RustClient.connect(SharedServer.PLAIN.uri(), keys);
  }

  private Event note(String content, long time) {
    return signed(1, time, "[]", content);
  }

  private Event signed(int kind, long time, String tags, String content) {
    String unsigned =
        json("{'pubkey':'%s','created_at':%s,'kind':%s,'tags':%s,", alice, time, kind, json(tags))
            + ("\"content\":" + quoted(content) + "}");
    return RustClient.signed(unsigned, keys);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  /** The same event as one of ours, by way of its JSON. */
  static dev.graspd.core.nostr.Event ours(Event event) {
    return dev.graspd.core.nostr.EventParser.parseStored(
        RustClient.jsonOf(event).getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> hex(List<Event> events) {
    return events.stream().map(event -> event.id().toHex()).toList();
  }

  private static List<String> hexNewestFirst(List<dev.graspd.core.nostr.Event> events) {
    Stream<dev.graspd.core.nostr.Event> sorted =
        events.stream().sorted(dev.graspd.core.nostr.Event.NEWEST_FIRST);
    return sorted.map(event -> event.id().hex()).toList();
  }
}
