package dev.graspd.server.peers.local;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.UnwantedEvent;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.refusal.RefusalMemory;
import dev.graspd.core.sync.refusal.WhyRefused;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RefusalRetryTest {
  private static final Instant NOW = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
  private static final RelayUrl RELAY = RelayUrl.parse("wss://relay.example").orElseThrow();
  private static final Duration KEPT = Duration.ofDays(7);

  private final TestGate world = new TestGate(NOW);
  private final AtomicLong nanos = new AtomicLong();
  private final SortedMap<RelayUrl, SortedSet<EventId>> asked = new ConcurrentSkipListMap<>();
  private final ByteBudget budget = new ByteBudget("peers", 1L << 20);
  private final CountedSync metrics = new CountedSync();
  private final RefusalRetry refusals = refusals();
  private final PeerReception reception =
      new PeerReception(
          world.gate, world.store, world.store, new ScriptedLapses(), KEPT, refusals, () -> NOW);

  private RefusalRetry refusals() {
    return new RefusalRetry(
        new RefusalMemory(RefusalMemory.Limits.DEFAULT),
        world.store,
        world.store,
        world.gate,
        asked::put,
        metrics,
        KEPT,
        budget,
        () -> new Now(nanos.get(), NOW.getEpochSecond()));
  }

  @AfterEach
  void close() {
    refusals.close();
    world.close();
  }

  private SyncOutcome receive(Event event) {
    try {
      return reception
          .receive(event, RELAY, EventSource.LIVE)
          .toCompletableFuture()
          .get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no answer", e);
    }
  }

  private void client(Event event) {
    Origin client = new Origin.Client(Collections.emptySortedSet(), Payer.operator());
    assertThat(world.gate.submit(event, client).toCompletableFuture().join()).isNotNull();
  }

  private static void await(BooleanSupplier condition) {
    Eventually.await(condition);
  }

  private boolean isUnwanted(Event event) {
    return world.store.unwanted(event.id(), NOW.getEpochSecond()).isPresent();
  }

  private boolean isHere(Event event) {
    return world.store.known(event.id()) != Known.UNKNOWN;
  }

  @Test
  void maintainersAnnouncementAndStateAreTakenWhenTheOwnersAnnouncementComes() {
    Event maintainers = TestGate.elsewhere(BOB, "repo");
    Event state = EventBuilder.kind(30_618).tag("d", "repo").signedBy(ALICE);
    refusals.start();
    assertThat(receive(maintainers)).isEqualTo(SyncOutcome.REFUSED);
    assertThat(receive(state)).isEqualTo(SyncOutcome.REFUSED);
    assertThat(isUnwanted(maintainers)).isTrue();

    client(TestGate.ours(ALICE, "repo", BOB));
    await(() -> isHere(maintainers) && isHere(state));
    assertThat(isUnwanted(maintainers)).isFalse();
    assertThat(isUnwanted(state)).isFalse();
    await(() -> metrics.told.contains("new event"));
  }

  @Test
  void whatWaitsToBeRememberedIsChargedToItsHost() {
    Payer host = new Payer.Host("relay.example");
    for (int i = 0; i < 400; i++) {
      assertThat(receive(TestGate.elsewhere(BOB, "repo" + i))).isEqualTo(SyncOutcome.REFUSED);
    }
    // One may go beyond.
    assertThat(budget.usedBy(host))
        .isBetween(
            budget.maxBytes() / ByteBudget.SHARE, budget.maxBytes() / ByteBudget.SHARE + 2_048);

    refusals.start();
    await(() -> budget.usedBytes() == 0);
  }

  @Test
  void whatIsNotWholeAnyMoreIsAskedForByIdAndWantedAgain() {
    Event maintainers = TestGate.elsewhere(BOB, "repo");
    refusals.start();
    assertThat(receive(maintainers)).isEqualTo(SyncOutcome.REFUSED);
    nanos.addAndGet(Duration.ofMinutes(3).toNanos());

    client(TestGate.ours(ALICE, "repo", BOB));
    await(() -> asked.containsKey(RELAY));
    assertThat(asked.get(RELAY)).containsExactly(maintainers.id());
    assertThat(isUnwanted(maintainers)).isFalse();
    assertThat(receive(maintainers)).isEqualTo(SyncOutcome.STORED);
  }

  @Test
  void refusalOfAnEarlierRunIsForgottenWhenItMayBeValid() {
    Event maintainers = TestGate.elsewhere(BOB, "repo");
    Event others = TestGate.elsewhere(ALICE, "other");
    for (Event event : new Event[] {maintainers, others}) {
      UnwantedEvent row =
          UnwantedEvent.refused(
              event,
              UnwantedEvent.Why.ELSEWHERE,
              NOW.getEpochSecond(),
              NOW.plus(KEPT).getEpochSecond());
      world
          .store
          .write(tx -> {
            tx.putUnwanted(row);
            return true;
          })
          .toCompletableFuture()
          .join();
    }
    refusals.start();
    client(TestGate.ours(ALICE, "repo", BOB));

    await(() -> !isUnwanted(maintainers));
    assertThat(asked).isEmpty();
  }

  @Test
  void eventThatRefersToNothingKnownIsTakenWhenThatComes() {
    Event issue =
        EventBuilder.kind(1621)
            .tag("a", "30617:" + ALICE.publicKey().hex() + ":repo")
            .signedBy(BOB);
    Event comment = EventBuilder.kind(1111).tag("E", issue.id().hex()).signedBy(BOB);
    refusals.start();
    assertThat(receive(comment)).isEqualTo(SyncOutcome.REFUSED);
    assertThat(receive(issue)).isEqualTo(SyncOutcome.REFUSED);
    assertThat(isUnwanted(comment)).isFalse();

    client(TestGate.ours(ALICE, "repo"));
    await(() -> isHere(issue) && isHere(comment));
  }

  @Test
  void whatCameBetweenADecisionAndItsTellingIsNotMissed() {
    String repository = "30617:" + ALICE.publicKey().hex() + ":repo";
    Event early = EventBuilder.kind(1621).tag("a", repository).content("early").signedBy(BOB);
    Event late = EventBuilder.kind(1621).tag("a", repository).content("late").signedBy(BOB);
    refusals.start();
    assertThat(receive(early)).isEqualTo(SyncOutcome.REFUSED);
    long afterSeq = world.store.lastSeq();
    Verdict verdict =
        world.gate.submit(late, new Origin.Peer(RELAY.text())).toCompletableFuture().join();
    client(TestGate.ours(ALICE, "repo"));
    await(() -> isHere(early));

    refusals.judged(new PeerReception.Judged(late, RELAY, EventSource.LIVE, verdict, afterSeq));
    await(() -> isHere(late));
  }

  @Test
  void whatIsRememberedIsCounted() {
    refusals.start();
    assertThat(receive(TestGate.elsewhere(BOB, "repo"))).isEqualTo(SyncOutcome.REFUSED);
    // Time goes on: the thread may begin late, and count for the first time before it is told.
    await(() -> {
      nanos.addAndGet(Duration.ofMillis(100).toNanos());
      return refusals.counts().hot() == 1;
    });
    assertThat(refusals.counts().cold()).containsEntry(WhyRefused.NOT_LISTED_HERE, 1);

    nanos.addAndGet(RefusalMemory.HOT_KEPT.toNanos());
    await(() -> refusals.counts().hot() == 0);
    assertThat(refusals.counts().cold()).containsEntry(WhyRefused.NOT_LISTED_HERE, 1);
  }
}
