package dev.graspd.server.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Removal;
import dev.graspd.server.relay.RelayLimits;
import dev.graspd.server.web.Difference;
import dev.graspd.server.web.RelayClient;
import dev.graspd.server.web.TestServer;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The relay's side of NIP-77, over a real socket, with our own initiator as the client. */
final class NegentropyTest {
  /** Version 1 and nothing more: "I have nothing, what do you have?" would be longer. */
  private static final String EMPTY_QUESTION = "6100000200";

  private TestServer server;
  private RelayClient client;

  @BeforeEach
  void start() {
    server = TestServer.start();
    client = server.client();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void bothSidesLearnWhatTheOtherLacks() {
    List<Event> all = storeNotes(600);
    Event mine = EventBuilder.note("only mine").unsignedBy(TestKeys.BOB);
    List<Event> ours = new ArrayList<>(all.subList(7, 600));
    ours.add(mine);

    Difference difference = reconcile("n", "{}", ours);

    assertThat(difference.have()).containsExactly(mine.id());
    assertThat(difference.need()).isEqualTo(idsOf(all.subList(0, 7)));
  }

  @Test
  void anEventJustPublishedIsInTheSet() {
    reconcile("n", "{}", List.of());
    Event event = EventBuilder.note("new").signedBy(TestKeys.ALICE);
    client.publish(event);

    assertThat(reconcile("n", "{}", List.of()).need()).containsExactly(event.id());
    assertThat(reconcile("m", "{\"kinds\":[1]}", List.of()).need()).containsExactly(event.id());
    assertThat(reconcile("o", "{\"kinds\":[2]}", List.of()).need()).isEmpty();
  }

  @Test
  void removedEventsLeaveTheSet() {
    List<Event> events = storeNotes(3);
    assertThat(reconcile("n", "{}", List.of()).need()).hasSize(3);

    server
        .store()
        .write(tx -> tx.remove(events.getFirst().id(), Removal.DELETED, 0))
        .toCompletableFuture()
        .join();

    assertThat(reconcile("n", "{}", List.of()).need()).isEqualTo(idsOf(events.subList(1, 3)));
  }

  @Test
  void heldEventsAreInTheSetOnceTheyAreReleased() {
    Event event = EventBuilder.note("held").unsignedBy(TestKeys.ALICE);
    server.store().write(tx -> tx.hold(event, 0)).toCompletableFuture().join();
    assertThat(reconcile("n", "{}", List.of()).need()).isEmpty();

    server.store().write(tx -> tx.release(event.id(), 0)).toCompletableFuture().join();

    assertThat(reconcile("n", "{}", List.of()).need()).containsExactly(event.id());
  }

  @Test
  void timesAndLimitsNarrowTheSet() {
    List<Event> events = storeNotes(50);

    assertThat(reconcile("n", "{\"since\":1010,\"until\":1019}", List.of()).need())
        .isEqualTo(idsOf(events.subList(10, 20)));
    assertThat(reconcile("n", "{\"kinds\":[1],\"limit\":5}", List.of()).need())
        .isEqualTo(idsOf(events.subList(45, 50)));
  }

  @Test
  void filtersByTagHaveTheirOwnSet() {
    storeNotes(20);
    Event tagged = store(EventBuilder.note("tagged").tag("a", "30617:x:y"));

    assertThat(reconcile("n", "{\"#a\":[\"30617:x:y\"]}", List.of()).need())
        .containsExactly(tagged.id());
    Event later = store(EventBuilder.note("later").tag("a", "30617:x:y"));
    assertThat(reconcile("n", "{\"#a\":[\"30617:x:y\"]}", List.of(tagged)).need())
        .containsExactly(later.id());
  }

  @Test
  void anotherVersionIsAnsweredByOurs() {
    assertThat(client.ask("[\"NEG-OPEN\",\"n\",{},\"62\"]"))
        .isEqualTo(List.of("NEG-MSG", "n", "61"));
  }

  @Test
  void garbageIsRefusedAndEndsTheSession() {
    assertThat(client.ask("[\"NEG-OPEN\",\"n\",{},\"61ffffffffffffffffffffff\"]").toString())
        .startsWith("[NEG-ERR, n, invalid: negentropy message cannot be read");
    assertThat(client.ask("[\"NEG-MSG\",\"n\",\"" + EMPTY_QUESTION + "\"]"))
        .isEqualTo(List.of("NEG-ERR", "n", "closed: no such negentropy session"));
  }

  @Test
  void sessionsAndSubscriptionsDoNotShareNames() {
    client.request("n", "{}");
    client.ask("[\"NEG-OPEN\",\"n\",{},\"" + EMPTY_QUESTION + "\"]");
    client.send("[\"NEG-CLOSE\",\"n\"]");
    Event event = EventBuilder.note("live").signedBy(TestKeys.ALICE);
    try (RelayClient other = server.client()) {
      other.publish(event);

      assertThat(client.nextEvent("n")).isEqualTo(event.id().hex());
    }
  }

  @Test
  void aClosedSessionIsUnknown() {
    client.ask("[\"NEG-OPEN\",\"n\",{},\"" + EMPTY_QUESTION + "\"]");
    client.send("[\"NEG-CLOSE\",\"n\"]");

    assertThat(client.ask("[\"NEG-MSG\",\"n\",\"" + EMPTY_QUESTION + "\"]").getFirst())
        .isEqualTo("NEG-ERR");
  }

  @Test
  void tooManySessionsAreRefused() {
    for (int i = 0; i < 10; i++) {
      assertThat(
              client.ask("[\"NEG-OPEN\",\"n" + i + "\",{},\"" + EMPTY_QUESTION + "\"]").getFirst())
          .isEqualTo("NEG-MSG");
    }

    assertThat(client.ask("[\"NEG-OPEN\",\"more\",{},\"" + EMPTY_QUESTION + "\"]"))
        .isEqualTo(List.of("NEG-ERR", "more", "blocked: too many negentropy sessions"));
    assertThat(client.ask("[\"NEG-OPEN\",\"n0\",{},\"" + EMPTY_QUESTION + "\"]").getFirst())
        .isEqualTo("NEG-MSG");
  }

  @Test
  void aSetThatDoesNotFitIsRefusedAndAPartOfItIsNot() {
    RelayLimits all = TestServer.LIMITS;
    RelayLimits small =
        new RelayLimits(
            all.maxSubscriptions(),
            all.maxFilters(),
            all.maxFilterValues(),
            all.defaultLimit(),
            all.maxLimit(),
            all.maxNegSessions(),
            all.maxQueryWork(),
            16 << 10,
            all.maxEventsPerMinute(),
            all.maxSubscriptionBytes(),
            all.maxInflightBytes());
    try (TestServer tight = TestServer.builder().limits(small).store(server.store()).start();
        RelayClient asking = tight.client()) {
      List<Event> events = storeNotes(300);

      assertThat(asking.ask("[\"NEG-OPEN\",\"n\",{\"kinds\":[1]},\"" + EMPTY_QUESTION + "\"]"))
          .isEqualTo(List.of("NEG-ERR", "n", "blocked: too many results"));
      assertThat(
              Difference.reconcile(asking, "n", "{\"kinds\":[1],\"since\":1290}", List.of()).need())
          .isEqualTo(idsOf(events.subList(290, 300)));
    }
  }

  @Test
  void anIdleSessionEndsAfterAMinute() {
    AtomicLong minutes = new AtomicLong();
    WebTimes times = TestServer.TIMES;
    WebTimes ticking =
        new WebTimes(
            times.requestHead(),
            times.keepAlive(),
            times.pingAfter(),
            times.pongWithin(),
            Duration.ofMillis(30),
            times.stalledOutput(),
            times.closing());
    try (TestServer timed =
            TestServer.builder()
                .times(ticking)
                .nanoTime(() -> TimeUnit.MINUTES.toNanos(minutes.get()))
                .start();
        RelayClient asking = timed.client()) {
      asking.ask("[\"NEG-OPEN\",\"n\",{},\"" + EMPTY_QUESTION + "\"]");
      minutes.set(2);

      assertThat(asking.next())
          .isEqualTo(List.of("NEG-ERR", "n", "closed: negentropy session was idle too long"));
    }
  }

  @Test
  void searchIsRefused() {
    assertThat(client.ask("[\"NEG-OPEN\",\"n\",{\"search\":\"x\"},\"" + EMPTY_QUESTION + "\"]"))
        .isEqualTo(List.of("NEG-ERR", "n", "unsupported: search is not supported"));
  }

  private Difference reconcile(String id, String filter, List<Event> ours) {
    return Difference.reconcile(client, id, filter, ours);
  }

  private static SortedSet<EventId> idsOf(List<Event> events) {
    return events.stream().map(Event::id).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Notes at the times 1000, 1001, ... */
  private List<Event> storeNotes(int count) {
    List<Event> events =
        IntStream.range(0, count)
            .mapToObj(i -> EventBuilder.note("" + i).at(1000 + i).unsignedBy(TestKeys.ALICE))
            .toList();
    server
        .store()
        .write(tx -> {
          events.forEach(event -> tx.append(event, 2000));
          return true;
        })
        .toCompletableFuture()
        .join();
    return events;
  }

  private Event store(EventBuilder builder) {
    Event event = builder.at(5000).unsignedBy(TestKeys.ALICE);
    server.store().write(tx -> tx.append(event, 6000)).toCompletableFuture().join();
    return event;
  }
}
