package dev.graspd.server.gate;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Step;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.role.Mandate;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.ModelEventStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GateTest {
  private static final long NOW = EventBuilder.DEFAULT_CREATED_AT + 100;
  private static final Origin STRANGER =
      new Origin.Client(Collections.emptySortedSet(), Payer.operator());

  private final EventStore store = new ModelEventStore();
  private final CountingVerifier verifier = new CountingVerifier();
  private final ConcurrentLinkedQueue<Event> ephemeral = new ConcurrentLinkedQueue<>();
  private final Tally tally = new Tally();
  private final Diary diary = new Diary(NOW);
  private final ExecutorService cpu = Executors.newFixedThreadPool(4);
  private final Gate gate =
      new Gate(
          store,
          rules(),
          verifier,
          cpu,
          new PlainReception(
              store, rules(), one -> ephemeral.add(one.event()), () -> Instant.ofEpochSecond(NOW)),
          tally,
          diary,
          () -> Instant.ofEpochSecond(NOW));

  /** The real verification, counted. */
  private static final class CountingVerifier implements Verifier {
    private final Verifier real = new Secp256k1Verifier();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();

    @Override
    public boolean verify(Event event) {
      calls.incrementAndGet();
      mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
      try {
        return real.verify(event);
      } finally {
        running.decrementAndGet();
      }
    }
  }

  private static final class Tally implements GateMetrics {
    private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

    @Override
    public void eventReceived(int kind) {
      lines.add("received " + kind);
    }

    @Override
    public void eventStored(int kind) {
      lines.add("stored " + kind);
    }

    @Override
    public void eventRejected(int kind, String prefix) {
      lines.add("rejected " + kind + " " + prefix);
    }
  }

  private static AdmissionRules rules() {
    return new AdmissionRules(
        ServiceAddress.of("git.example.org", "/"),
        false,
        10_000,
        20_000,
        100,
        200,
        900,
        0,
        true,
        Collections.emptySortedSet());
  }

  private Verdict submit(Event event, Origin origin) {
    return gate.submit(event, origin).toCompletableFuture().join();
  }

  private String answer(Event event) {
    var ok = submit(event, STRANGER).reply(event.id());
    return ok.accepted() + " " + ok.message();
  }

  @AfterEach
  void stop() throws InterruptedException {
    cpu.shutdown();
    assertThat(cpu.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void validEventIsStoredAndAnsweredWithTrue() {
    Event event = EventBuilder.note("hello").signedBy(ALICE);
    assertThat(answer(event)).isEqualTo("true ");
    assertThat(store.known(event.id())).isEqualTo(Known.SERVED);
    assertThat(tally.lines).containsExactly("received 1", "stored 1");
  }

  @Test
  void knownEventIsAnsweredWithoutVerification() {
    Event event = EventBuilder.note("hello").signedBy(ALICE);
    submit(event, STRANGER);
    assertThat(answer(event)).isEqualTo("true duplicate: already have this event");
    assertThat(verifier.calls).hasValue(1);
  }

  @Test
  void wrongIdAndWrongSignatureAreTold() {
    Event good = EventBuilder.note("hello").signedBy(ALICE);
    Event wrongId = good.body().signed(EventId.parse("00".repeat(32)), good.signature());
    Event wrongSignature = good.body().signed(good.id(), Signature.of(new byte[64]));
    assertThat(answer(wrongId)).isEqualTo("false invalid: event id does not match its content");
    assertThat(answer(wrongSignature)).isEqualTo("false invalid: signature is wrong");
    assertThat(store.lastSeq()).isZero();
    assertThat(tally.lines).contains("rejected 1 invalid");
  }

  @Test
  void forgedCopyDoesNotHarmTheRealEvent() {
    Event real = EventBuilder.note("hello").signedBy(ALICE);
    Event forged = real.body().signed(real.id(), Signature.of(new byte[64]));
    List<CompletableFuture<Verdict>> answers = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      answers.add(gate.submit(forged, STRANGER).toCompletableFuture());
    }
    assertThat(answer(real)).isEqualTo("true ");
    CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
    assertThat(answers)
        .allSatisfy(one -> assertThat(one.join()).isInstanceOf(Verdict.Refused.class));
  }

  @Test
  void copiesOfOneEventAreNeverVerifiedAtTheSameTime() {
    Event event = EventBuilder.note("hello").signedBy(ALICE);
    List<CompletableFuture<Verdict>> answers =
        IntStream.range(0, 2_000)
            .parallel()
            .mapToObj(i -> gate.submit(event, STRANGER).toCompletableFuture())
            .toList();
    List<Verdict> verdicts = answers.stream().map(CompletableFuture::join).toList();

    assertThat(verifier.mostAtOnce).hasValue(1);
    assertThat(verdicts).filteredOn(Verdict.Accepted.class::isInstance).hasSize(1);
    assertThat(verdicts).filteredOn(Verdict.Duplicate.class::isInstance).hasSize(1_999);
    assertThat(store.lastSeq()).isEqualTo(1);
  }

  @Test
  void ephemeralEventIsPassedOnAndNotStored() {
    Event event = EventBuilder.kind(20_001).signedBy(ALICE);
    assertThat(answer(event)).isEqualTo("true ");
    assertThat(ephemeral).containsExactly(event);
    assertThat(store.lastSeq()).isZero();
    assertThat(tally.lines).containsExactly("received 20001");
  }

  @Test
  void olderVersionIsADuplicateOfTheNewer() {
    Event newer = EventBuilder.kind(0).at(NOW).signedBy(ALICE);
    submit(newer, STRANGER);
    assertThat(answer(EventBuilder.kind(0).at(NOW - 1).signedBy(ALICE)))
        .isEqualTo("true duplicate: a newer version is stored here");
    assertThat(store.served(newer.id())).isPresent();
  }

  @Test
  void deletedEventDoesNotComeBack() {
    Event event = EventBuilder.note("regret").signedBy(ALICE);
    submit(event, STRANGER);
    assertThat(answer(EventBuilder.deletionOf(event).at(NOW).signedBy(ALICE))).isEqualTo("true ");
    assertThat(store.served(event.id())).isEmpty();
    assertThat(answer(event)).isEqualTo("false blocked: this event was deleted by its author");
  }

  @Test
  void deletionByAnotherKeyHidesNothing() {
    Event event = EventBuilder.note("mine").signedBy(ALICE);
    submit(event, STRANGER);
    submit(EventBuilder.deletionOf(event).at(NOW).signedBy(BOB), STRANGER);
    assertThat(store.served(event.id())).isPresent();
  }

  @Test
  void vanishedAuthorIsGoneWhenTheAnswerComes() {
    List<Event> events =
        IntStream.range(0, 1_200)
            .mapToObj(i -> EventBuilder.note("n" + i).unsignedBy(ALICE))
            .toList();
    events.forEach(event -> store.write(tx -> tx.append(event, NOW)).toCompletableFuture().join());
    Event vanish = EventBuilder.kind(62).at(NOW).tag("relay", "ALL_RELAYS").signedBy(ALICE);

    assertThat(answer(vanish)).isEqualTo("true ");
    assertThat(store.stats().servedEvents()).isEqualTo(1);
    assertThat(answer(EventBuilder.note("late").signedBy(ALICE)))
        .isEqualTo("false blocked: the author has asked to vanish from this relay");
    assertThat(answer(EventBuilder.note("back").at(NOW + 1).signedBy(ALICE))).isEqualTo("true ");
  }

  @Test
  void protectedEventIsImported() {
    Event event = EventBuilder.note("a").tag("-").signedBy(ALICE);
    assertThat(submit(event, new Origin.Import())).isEqualTo(new Verdict.Accepted());
  }

  @Test
  void protectedEventIsTakenFromItsAuthorOnly() {
    Event event = EventBuilder.note("mine").tag("-").signedBy(ALICE);
    SortedSet<PublicKey> bob = new TreeSet<>(List.of(BOB.publicKey()));
    SortedSet<PublicKey> both = new TreeSet<>(List.of(BOB.publicKey(), ALICE.publicKey()));
    assertThat(submit(event, new Origin.Client(bob, Payer.operator())).reply(event.id()).message())
        .startsWith("restricted: ");
    assertThat(submit(event, new Origin.Peer("wss://peer.example")))
        .isInstanceOf(Verdict.Refused.class);
    assertThat(submit(event, new Origin.Client(both, Payer.operator())))
        .isEqualTo(new Verdict.Accepted());
  }

  @Test
  void refusalsAreInTheDiaryAndOrdinaryEventsAreNot() {
    Event fine = EventBuilder.note("fine").signedBy(ALICE);
    Event late = EventBuilder.note("late").expiringAt(NOW - 10).signedBy(ALICE);
    assertThat(answer(fine)).isEqualTo("true ");
    String no = answer(late);

    assertThat(no).startsWith("false ");
    assertThat(diary.of(new Subject.OfEvent(fine.id()))).isEmpty();
    assertThat(diary.of(new Subject.OfEvent(late.id())))
        .containsExactly(
            new DiaryEntry(
                NOW,
                NOW,
                1,
                Step.REFUSED,
                "a client",
                no.substring("false ".length()),
                Optional.of(EventReason.EXPIRED)));
  }

  @Test
  void closedStoreIsARefusalNotAFailure() {
    store.close();
    assertThat(answer(EventBuilder.note("late").signedBy(ALICE)))
        .isEqualTo("false error: server is shutting down");
  }

  @Test
  void sweeperRemovesWhatHasExpired() {
    Event short1 = EventBuilder.note("short").expiringAt(NOW + 10).signedBy(ALICE);
    assertThat(answer(short1)).isEqualTo("true ");
    assertThat(
            new Sweeper(store, () -> Instant.ofEpochSecond(NOW + 9), _ -> {}, Mandate.NONE)
                .sweep()
                .toCompletableFuture())
        .isCompletedWithValue(0);
    assertThat(
            new Sweeper(store, () -> Instant.ofEpochSecond(NOW + 10), _ -> {}, Mandate.NONE)
                .sweep()
                .toCompletableFuture())
        .isCompletedWithValue(1);
    assertThat(store.stats().servedEvents()).isZero();
  }
}
