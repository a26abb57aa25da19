package dev.graspd.server.peers.local;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.store.UnwantedEvent.Why;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.Verdict;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.StoreDriver;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class PeerReceptionTest {
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  private static final RelayUrl RELAY = RelayUrl.parse("wss://relay.example").orElseThrow();
  private static final Duration KEPT = Duration.ofDays(7);

  private final TestGate world = new TestGate(NOW);
  private final ModelEventStore store = world.store;
  private final StoreDriver driver = new StoreDriver(store);
  private final ScriptedLapses lapses = new ScriptedLapses();
  private final ConcurrentLinkedQueue<Verdict> heard = new ConcurrentLinkedQueue<>();
  private final PeerReception reception = reception(world.gate);

  private PeerReception reception(Gate door) {
    return new PeerReception(
        door, store, store, lapses, KEPT, judged -> heard.add(judged.verdict()), () -> NOW);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private SyncOutcome receive(Event event) {
    return receive(event, EventSource.STARTUP);
  }

  private SyncOutcome receive(Event event, EventSource source) {
    return answer(reception, event, source);
  }

  private static SyncOutcome answer(PeerReception by, Event event, EventSource source) {
    try {
      return by.receive(event, RELAY, source).toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no answer", e);
    }
  }

  private Optional<Why> unwanted(EventId id) {
    return store.unwanted(id, NOW.getEpochSecond()).map(UnwantedEvent::why);
  }

  @Test
  void newEventIsStoredOrHeldAndThenKnown() {
    Event list = EventBuilder.kind(10_317).signedBy(ALICE);
    Event announcement = TestGate.ours(ALICE, "repo");

    assertThat(receive(list)).isEqualTo(SyncOutcome.STORED);
    assertThat(receive(list)).isEqualTo(SyncOutcome.KNOWN);
    assertThat(receive(announcement)).isEqualTo(SyncOutcome.HELD);
    assertThat(receive(announcement)).isEqualTo(SyncOutcome.KNOWN);
    assertThat(unwanted(list.id())).isEmpty();
    assertThat(unwanted(announcement.id())).isEmpty();
    assertThat(heard).hasSize(4);
  }

  @Test
  void relayMayBringMoreNewRepositoriesThanAnAddressOrAKey() {
    for (int i = 0; i < 10; i++) {
      assertThat(receive(TestGate.ours(ALICE, "repo-" + i))).isEqualTo(SyncOutcome.HELD);
    }
  }

  @Test
  void refusalIsRememberedForAsLongAsRefusalsAre() {
    Event elsewhere = TestGate.elsewhere(ALICE, "other");
    Event state = EventBuilder.kind(30_618).tag("d", "other").signedBy(ALICE);

    assertThat(receive(elsewhere)).isEqualTo(SyncOutcome.REFUSED);
    assertThat(receive(state)).isEqualTo(SyncOutcome.REFUSED);
    assertThat(unwanted(elsewhere.id())).contains(Why.ELSEWHERE);
    assertThat(unwanted(state.id())).contains(Why.NOT_YET_VALID);
    assertThat(store.unwanted(state.id(), NOW.plus(KEPT).getEpochSecond())).isEmpty();
  }

  @Test
  void rememberedRefusalIsJudgedAnew() {
    Event state = EventBuilder.kind(30_618).tag("d", "repo").signedBy(ALICE);
    assertThat(receive(state)).isEqualTo(SyncOutcome.REFUSED);
    assertThat(receive(TestGate.ours(ALICE, "repo"))).isEqualTo(SyncOutcome.HELD);

    assertThat(receive(state)).isEqualTo(SyncOutcome.HELD);
    assertThat(unwanted(state.id())).isEmpty();
  }

  @Test
  void forgedCopyLeavesNoTrace() {
    Event real = EventBuilder.kind(10_317).signedBy(ALICE);
    Event forged = real.body().signed(real.id(), Signature.of(new byte[Signature.BYTES]));

    assertThat(receive(forged)).isEqualTo(SyncOutcome.FORGED);
    assertThat(unwanted(real.id())).isEmpty();
    assertThat(receive(real)).isEqualTo(SyncOutcome.STORED);
  }

  @Test
  void refusalOfTheMomentIsNotRemembered() {
    Gate readOnly = world.gate(true);
    Event list = EventBuilder.kind(10_317).signedBy(ALICE);

    assertThat(answer(reception(readOnly), list, EventSource.STARTUP)).isEqualTo(SyncOutcome.LATER);
    assertThat(unwanted(list.id())).isEmpty();
    assertThat(receive(list)).isEqualTo(SyncOutcome.STORED);
  }

  @Test
  void olderVersionIsKnownAndNotBroughtAgain() {
    Event newer = EventBuilder.kind(10_317).at(20).signedBy(ALICE);
    Event older = EventBuilder.kind(10_317).at(10).signedBy(ALICE);

    assertThat(receive(newer)).isEqualTo(SyncOutcome.STORED);
    assertThat(receive(older)).isEqualTo(SyncOutcome.KNOWN);
    assertThat(unwanted(older.id())).contains(Why.OUTDATED);
  }

  @Test
  void whatWasHereAndLeftIsNotTakenFromARelay() {
    Event announcement = TestGate.ours(ALICE, "repo");
    assertThat(receive(announcement)).isEqualTo(SyncOutcome.HELD);
    driver.remove(announcement.id(), Removal.LAPSED);
    heard.clear();

    assertThat(store.unwanted(announcement.id(), StoreDriver.NOW)).isPresent();
    assertThat(receive(announcement)).isEqualTo(SyncOutcome.KNOWN);
    assertThat(store.known(announcement.id())).isEqualTo(Known.UNKNOWN);
    assertThat(heard).isEmpty();
  }

  @Test
  void onlyADailyComparisonGivesWhatHasLapsedAnotherChance() {
    Event announcement = TestGate.ours(ALICE, "repo");
    assertThat(receive(announcement)).isEqualTo(SyncOutcome.HELD);
    lapses.lapsed.add(announcement.id());

    assertThat(receive(announcement, EventSource.LIVE)).isEqualTo(SyncOutcome.KNOWN);
    assertThat(receive(announcement, EventSource.RECONNECT)).isEqualTo(SyncOutcome.KNOWN);
    assertThat(lapses.seen).isEmpty();
    assertThat(receive(announcement, EventSource.DAILY)).isEqualTo(SyncOutcome.KNOWN);
    assertThat(lapses.seen).containsExactly(announcement.id());
  }
}
