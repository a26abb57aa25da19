package dev.graspd.server.gate;

import static dev.graspd.server.gate.RepoWords.announcement;
import static dev.graspd.server.gate.RepoWords.commands;
import static dev.graspd.server.gate.RepoWords.now;
import static dev.graspd.server.gate.RepoWords.oid;
import static dev.graspd.server.gate.RepoWords.oids;
import static dev.graspd.server.gate.RepoWords.outcomes;
import static dev.graspd.server.gate.RepoWords.text;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Removal;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.ModelEventStore;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RepositoryHostTest {
  private static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  private static final Identifier REPO = new Identifier("repo");
  private static final RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), REPO);
  private static final RepoAddress BOBS = new RepoAddress(BOB.publicKey(), REPO);
  private static final String HELD = "purgatory: won't be served until git data arrives";
  private static final HostingLimits LIMITS =
      new HostingLimits(100, 1 << 20, 3, 5, 10_000, 2, 4, 100_000);
  private static final Origin CLIENT =
      new Origin.Client(Collections.emptySortedSet(), Optional.of("10.0.0.1"));

  private final ModelEventStore store = new ModelEventStore();
  private final SetOfObjects git = new SetOfObjects();
  private final AtomicLong nanos = new AtomicLong();
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private RepositoryHost host;

  @BeforeEach
  void open() {
    host = newHost();
  }

  private RepositoryHost newHost() {
    Instant now = Instant.ofEpochSecond(EventBuilder.DEFAULT_CREATED_AT + 1_000);
    AdmissionRules general =
        new AdmissionRules(
            SERVICE, false, 1 << 18, 1 << 20, 2_000, 12_000, 900, 0, true, new TreeSet<>());
    HostingRules rules =
        new HostingRules(SERVICE, CAROL.publicKey(), List.of(), List.of(), 1_000, 64);
    RepositoryHost made =
        new RepositoryHost(
            new HostingParts(
                store,
                store,
                git,
                new PlainReception(store, general, _ -> {}, () -> now),
                new UptimeClock(store.uptimeNanos(), nanos::get, () -> now, 1),
                executor,
                HostingMetrics.NONE),
            new HostingPolicy(
                general, rules, Maintainers.Mode.RECIPROCAL, LIMITS, "wss://git.example.org"));
    made.start();
    return made;
  }

  @AfterEach
  void close() {
    host.close();
    executor.close();
  }

  // ---- words

  private static Event state(Signer author, long at, String refs) {
    return RepoWords.state(author, "repo", at, refs);
  }

  private static Event pullRequest(int commit) {
    return EventBuilder.kind(1618)
        .tag("a", ALICES.toString())
        .tag("c", oid(commit).hex())
        .unsignedBy(BOB);
  }

  private String send(Event event) {
    return send(event, CLIENT);
  }

  private String send(Event event, Origin origin) {
    Optional<Verdict> known =
        store.known(event.id()) == Known.HELD
            ? host.reception().held(event.id())
            : Optional.empty();
    Verdict verdict = known.orElseGet(() -> now(host.reception().receive(event, origin)));
    var reply = verdict.reply(event.id());
    return (reply.accepted() ? "" : "no: ") + reply.message();
  }

  private static PushRequest request(RepoAddress to, String commands) {
    return new PushRequest(to, commands(commands), false, Optional.of("10.0.0.1"));
  }

  private Delivery bring(Integer... objects) {
    return git.bring(REPO, oids(objects));
  }

  private String push(RepoAddress to, String commands, Integer... objects) {
    return outcomes(now(host.pushes().perform(request(to, commands), bring(objects))));
  }

  private String refs(RepoAddress repository) {
    return text(host.repositories().find(repository).orElseThrow().refs());
  }

  private boolean isServed(Event event) {
    return store.known(event.id()) == Known.SERVED;
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    host.wake();
  }

  private void await(BooleanSupplier condition) {
    Eventually.await(() -> {
      host.wake();
      return condition.getAsBoolean();
    });
  }

  /** Alice's repository, served, with main at 1. */
  private void hosted() {
    assertThat(send(announcement(ALICE, "repo", 0, BOB))).isEqualTo(HELD);
    assertThat(send(state(ALICE, 0, "main=1"))).isEqualTo(HELD);
    assertThat(push(ALICES, "main=1", 1)).isEqualTo("ok");
  }

  // ---- claims

  @Test
  void pushReleasesAnnouncementAndStateAndMovesRefs() {
    Event announcement = announcement(ALICE, "repo", 0);
    Event state = state(ALICE, 0, "main=1");
    assertThat(send(announcement)).isEqualTo(HELD);
    assertThat(refs(ALICES)).isEqualTo("-");
    assertThat(send(state)).isEqualTo(HELD);
    assertThat(push(ALICES, "main=2", 2)).isEqualTo("push-unsigned");
    assertThat(push(ALICES, "main=1", 1)).isEqualTo("ok");

    assertThat(isServed(announcement)).isTrue();
    assertThat(isServed(state)).isTrue();
    assertThat(refs(ALICES)).isEqualTo("main=1 refs/heads/main");
    assertThat(store.waiting()).isEmpty();
    assertThat(store.packs()).hasSize(1);
    assertThat(git.published(REPO)).containsExactly(oid(1));
  }

  @Test
  void repeatedEventIsInPurgatory() {
    Event announcement = announcement(ALICE, "repo", 0);
    send(announcement);
    assertThat(send(announcement)).isEqualTo("duplicate: in purgatory");
  }

  @Test
  void pushWithoutItsObjectsIsRefused() {
    send(announcement(ALICE, "repo", 0));
    send(state(ALICE, 0, "main=1"));
    assertThat(push(ALICES, "main=1")).isEqualTo("push-objects-missing");
    assertThat(refs(ALICES)).isEqualTo("-");
  }

  @Test
  void stateWhoseObjectsAreHereMovesRefsAtOnce() {
    hosted();
    assertThat(send(state(ALICE, 1, "main=1 dev=1"))).isEmpty();
    assertThat(refs(ALICES)).isEqualTo("dev=1 main=1 refs/heads/main");
  }

  @Test
  void statePushedInStepsIsReleasedWithTheLast() {
    hosted();
    Event state = state(ALICE, 1, "main=2 dev=3");
    assertThat(send(state)).isEqualTo(HELD);
    assertThat(push(ALICES, "main=2", 2)).isEqualTo("ok");
    assertThat(refs(ALICES)).isEqualTo("main=2 refs/heads/main");
    assertThat(isServed(state)).isFalse();
    assertThat(push(ALICES, "dev=3", 3)).isEqualTo("ok");
    assertThat(refs(ALICES)).isEqualTo("dev=3 main=2 refs/heads/main");
    assertThat(isServed(state)).isTrue();
  }

  @Test
  void refsReturnWhenTheStateTheyWerePushedUnderExpires() {
    hosted();
    Event state = state(ALICE, 1, "main=2 dev=3");
    send(state);
    push(ALICES, "main=2", 2);
    pass(Duration.ofMinutes(31));
    await(() -> refs(ALICES).equals("main=1 refs/heads/main"));
    assertThat(store.known(state.id())).isEqualTo(Known.HELD);
    // Sent again, it waits again; the store may be ahead of what is known in memory.
    await(() -> send(state).equals(HELD));
  }

  @Test
  void strangersAndUnknownRepositoriesAreRefused() {
    assertThat(send(state(ALICE, 0, "main=1")))
        .isEqualTo("no: invalid: no announcement exists for this repository");
    hosted();
    assertThat(send(state(CAROL, 5, "main=9")))
        .isEqualTo("no: restricted: author not authorized for this repository");
    assertThat(push(BOBS, "main=1", 1)).isEqualTo("push-no-repository");
  }

  @Test
  void confirmedMaintainersStateCountsForAllOwners() {
    hosted();
    assertThat(send(announcement(BOB, "repo", 1, ALICE))).isEqualTo(HELD);
    Event bobs = state(BOB, 2, "main=2");
    assertThat(send(bobs)).isEqualTo(HELD);
    assertThat(push(BOBS, "main=2", 2)).isEqualTo("ok");
    assertThat(refs(ALICES)).isEqualTo("main=2 refs/heads/main");
    assertThat(refs(BOBS)).isEqualTo("main=2 refs/heads/main");
    assertThat(isServed(bobs)).isTrue();
  }

  @Test
  void heldEventsSurviveARestartWithTheirTime() {
    Event announcement = announcement(ALICE, "repo", 0);
    send(announcement);
    pass(Duration.ofMinutes(20));
    send(state(ALICE, 0, "main=1"));
    pass(Duration.ofMinutes(29));
    host.close();
    host = newHost();
    assertThat(send(announcement)).isEqualTo("duplicate: in purgatory");
    assertThat(push(ALICES, "main=1", 1)).isEqualTo("ok");
    assertThat(isServed(announcement)).isTrue();
  }

  @Test
  void announcementLapsesAndAStateRevivesIt() {
    Event announcement = announcement(ALICE, "repo", 0);
    send(announcement);
    pass(Duration.ofMinutes(31));
    await(() -> store.waiting().getFirst().until().lapsed());
    assertThat(refs(ALICES)).isEqualTo("-");
    assertThat(send(state(ALICE, 0, "main=1"))).isEqualTo(HELD);
    assertThat(push(ALICES, "main=1", 1)).isEqualTo("ok");
    assertThat(isServed(announcement)).isTrue();
  }

  @Test
  void announcementIsForgottenADayLater() {
    Event announcement = announcement(ALICE, "repo", 0);
    send(announcement);
    pass(Duration.ofMinutes(31));
    await(() -> store.waiting().getFirst().until().lapsed());
    pass(Duration.ofHours(25));
    await(() -> store.known(announcement.id()) == Known.UNKNOWN);
    assertThat(host.repositories().find(ALICES)).isEmpty();
  }

  @Test
  void whatHangsOnAHeldAnnouncementGoesWithIt() {
    send(announcement(ALICE, "repo", 0));
    Event issue = EventBuilder.kind(1621).tag("a", ALICES.toString()).unsignedBy(BOB);
    Event comment = EventBuilder.kind(1111).tag("e", issue.id().hex()).unsignedBy(ALICE);
    Event reply = EventBuilder.kind(1111).tag("e", comment.id().hex()).unsignedBy(BOB);
    for (Event event : List.of(issue, comment, reply)) {
      assertThat(send(event)).isEmpty();
    }
    pass(Duration.ofMinutes(31));
    await(() -> !isServed(issue) && !isServed(comment) && !isServed(reply));
  }

  @Test
  void whatHangsOnAnotherRepositoryTooStays() {
    hosted();
    send(announcement(ALICE, "other", 0));
    Event issue =
        EventBuilder.kind(1621)
            .tag("a", ALICES.toString())
            .tag("a", "30617:" + ALICE.publicKey() + ":other")
            .unsignedBy(BOB);
    Event comment = EventBuilder.kind(1111).tag("e", issue.id().hex()).unsignedBy(BOB);
    Event only =
        EventBuilder.kind(1621).tag("a", "30617:" + ALICE.publicKey() + ":other").unsignedBy(BOB);
    for (Event event : List.of(issue, comment, only)) {
      assertThat(send(event)).isEmpty();
    }
    pass(Duration.ofMinutes(31));
    await(() -> !isServed(only));
    assertThat(isServed(issue)).isTrue();
    assertThat(isServed(comment)).isTrue();
  }

  @Test
  void pullRequestWaitsForItsCommitAndGetsItsRef() {
    hosted();
    Event request = pullRequest(5);
    assertThat(send(request)).isEqualTo(HELD + ": commit " + oid(5));
    String ref = RefName.ofNostrEvent(request.id()).text();
    assertThat(push(ALICES, ref + "=6", 6)).isEqualTo("push-nostr-mismatch");
    assertThat(push(ALICES, ref + "=5", 5)).isEqualTo("ok");
    assertThat(isServed(request)).isTrue();
    assertThat(refs(ALICES)).isEqualTo("main=1 PR=5 refs/heads/main");
  }

  @Test
  void updateThatNamesOnlyItsPullRequestFollowsIt() {
    hosted();
    Event request = pullRequest(5);
    send(request);
    push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5);
    Event update =
        EventBuilder.kind(1619).tag("E", request.id().hex()).tag("c", oid(6).hex()).unsignedBy(BOB);
    assertThat(send(update)).startsWith(HELD);
    assertThat(push(ALICES, RefName.ofNostrEvent(update.id()) + "=6", 6)).isEqualTo("ok");
    assertThat(isServed(update)).isTrue();
  }

  @Test
  void refsOfEventsThatAreNoPullRequestsForThisRepositoryAreRefused() {
    hosted();
    Event issue = EventBuilder.kind(1621).tag("a", ALICES.toString()).unsignedBy(BOB);
    send(issue);
    send(announcement(ALICE, "other", 0));
    Event elsewhere =
        EventBuilder.kind(1618)
            .tag("a", "30617:" + ALICE.publicKey() + ":other")
            .tag("c", oid(5).hex())
            .unsignedBy(BOB);
    assertThat(send(elsewhere)).startsWith(HELD);
    for (Event event : List.of(issue, elsewhere)) {
      assertThat(push(ALICES, RefName.ofNostrEvent(event.id()) + "=5", 5))
          .isEqualTo("push-nostr-unrelated");
    }
  }

  @Test
  void startBringsRefsIntoLineWithTheirEvents() {
    hosted();
    host.close();
    Event another = state(ALICE, 3, "main=1 dev=1");
    store.write(tx -> tx.append(another, 0)).toCompletableFuture().join();
    store
        .write(tx -> {
          tx.putRefs(
              ALICES,
              Refs.NONE.with(
                  List.of(new RefChange(new RefName("refs/heads/old"), Optional.of(oid(1))))));
          return true;
        })
        .toCompletableFuture()
        .join();
    host = newHost();
    await(() -> refs(ALICES).equals("dev=1 main=1 refs/heads/main"));
  }

  @Test
  void pushBeforeItsEventWaitsOnAShelf() {
    hosted();
    Event request = pullRequest(5);
    String ref = RefName.ofNostrEvent(request.id()).text();
    assertThat(push(ALICES, ref + "=5", 5)).isEqualTo("awaits");
    assertThat(refs(ALICES)).isEqualTo("main=1 refs/heads/main");
    assertThat(host.repositories().find(ALICES).orElseThrow().placeholders()).hasSize(1);
    assertThat(git.published(REPO)).doesNotContain(oid(5));

    assertThat(send(request)).isEmpty();
    assertThat(refs(ALICES)).isEqualTo("main=1 PR=5 refs/heads/main");
    assertThat(git.published(REPO)).contains(oid(5));
    assertThat(git.shelves()).isZero();
    assertThat(store.placeholders()).isEmpty();
  }

  @Test
  void eventThatNamesAnotherCommitRemovesWhatWasPushed() {
    hosted();
    Event request = pullRequest(5);
    assertThat(push(ALICES, RefName.ofNostrEvent(request.id()) + "=6", 6)).isEqualTo("awaits");
    assertThat(send(request)).startsWith(HELD);
    assertThat(git.shelves()).isZero();
    assertThat(store.placeholders()).isEmpty();
    assertThat(git.published(REPO)).doesNotContain(oid(6));
  }

  @Test
  void pushWhoseEventIsRefusedStaysOnItsShelfUntilItsTimeIsOver() {
    hosted();
    Event request = pullRequest(5);
    assertThat(push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5)).isEqualTo("awaits");
    assertThat(send(EventBuilder.deletionOf(request).unsignedBy(BOB))).isEmpty();
    assertThat(send(request)).startsWith("no: blocked: ");
    assertThat(git.published(REPO)).doesNotContain(oid(5));
    assertThat(store.placeholders()).hasSize(1);
    assertThat(git.shelves()).isEqualTo(1);

    pass(Duration.ofMinutes(21));
    await(() -> store.placeholders().isEmpty());
    await(() -> git.shelves() == 0);
  }

  @Test
  void pushIsGivenUpAfterTwentyMinutes() {
    hosted();
    assertThat(push(ALICES, RefName.ofNostrEvent(pullRequest(5).id()) + "=5", 5))
        .isEqualTo("awaits");
    pass(Duration.ofMinutes(21));
    await(() -> store.placeholders().isEmpty());
    await(() -> git.shelves() == 0);
  }

  @Test
  void pushesForOneEventToTwoRepositoriesHaveEachTheirOwnTime() {
    hosted();
    String ref = RefName.ofNostrEvent(pullRequest(5).id()).text();
    assertThat(push(ALICES, ref + "=5", 5)).isEqualTo("awaits");
    pass(Duration.ofMinutes(10));
    send(announcement(BOB, "repo", 1, ALICE));
    assertThat(push(BOBS, ref + "=5", 5)).isEqualTo("awaits");

    pass(Duration.ofMinutes(11));
    await(() -> store.placeholders().size() < 2);
    assertThat(store.placeholders()).extracting(one -> one.space().address()).containsExactly(BOBS);
    pass(Duration.ofMinutes(10));
    await(() -> store.placeholders().isEmpty());
    await(() -> git.shelves() == 0);
  }

  @Test
  void pushThatIsRepeatedWhileItsEndWaitsForTheLaneIsNotGivenUp() {
    hosted();
    send(announcement(ALICE, "other", 0));
    String ref = RefName.ofNostrEvent(pullRequest(5).id()).text();
    assertThat(push(ALICES, ref + "=5", 5)).isEqualTo("awaits");
    CountDownLatch goOn = new CountDownLatch(1);
    CompletionStage<PushVerdict> again =
        host.pushes().perform(request(ALICES, ref + "=6"), new SlowDelivery(bring(6), goOn));

    pass(Duration.ofMinutes(31));
    // The end of the push comes before that of the announcement, so it is in the lane by now.
    await(() -> store.waiting().getFirst().until().lapsed());
    goOn.countDown();
    assertThat(outcomes(now(again))).isEqualTo("awaits");
    assertThat(send(state(ALICE, 1, "main=1 dev=1"))).as("behind both").isEmpty();
    assertThat(store.placeholders()).extracting(Placeholder::commit).containsExactly(oid(6));
    assertThat(git.shelves()).isEqualTo(1);
  }

  /** Stays in its lane until it is told to go on. */
  private record SlowDelivery(Delivery delivery, CountDownLatch goOn) implements Delivery {
    @Override
    public Identifier family() {
      return delivery.family();
    }

    @Override
    public ObjectsHere objects() {
      return delivery.objects();
    }

    @Override
    public SortedSet<Oid> whole(SortedSet<Oid> tips, SortedSet<String> without) {
      return delivery.whole(tips, without);
    }

    @Override
    public List<Pack> packs() {
      return delivery.packs();
    }

    @Override
    public void publish() throws IOException {
      delivery.publish();
    }

    @Override
    public void keep() {
      delivery.keep();
    }

    @Override
    public String shelve() throws IOException {
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted", e);
      }
      return delivery.shelve();
    }

    @Override
    public void close() {
      delivery.close();
    }
  }

  @Test
  void stateThatADailySyncSeesAgainWaitsAgainAlsoAfterARestart() {
    hosted();
    Event state = state(ALICE, 1, "main=2");
    send(state);
    pass(Duration.ofMinutes(31));
    await(() -> store.waiting().getFirst().until().lapsed());
    assertThat(push(ALICES, "main=2", 2)).isEqualTo("push-unsigned");

    host.lapsed().seenByDailySync(state.id());
    await(() -> !store.waiting().getFirst().until().lapsed());
    host.close();
    host = newHost();
    assertThat(send(state)).isEqualTo("duplicate: in purgatory");
    assertThat(push(ALICES, "main=2", 2)).isEqualTo("ok");
    assertThat(isServed(state)).isTrue();
  }

  @Test
  void pullRequestThatADailySyncSeesAgainIsServedIfItsCommitHasCome() {
    hosted();
    Event request = pullRequest(2);
    send(request);
    pass(Duration.ofMinutes(31));
    await(() -> store.waiting().getFirst().until().lapsed());
    send(state(ALICE, 1, "main=2"));
    assertThat(push(ALICES, "main=2", 2)).isEqualTo("ok");
    assertThat(isServed(request)).isFalse();

    host.lapsed().seenByDailySync(request.id());
    await(() -> isServed(request));
    assertThat(refs(ALICES)).isEqualTo("main=2 PR=2 refs/heads/main");
  }

  @Test
  void unsignedPushesAreLimited() {
    hosted();
    assertThat(push(ALICES, "refs/nostr/" + "0a".repeat(32) + "=5", 5)).isEqualTo("awaits");
    assertThat(push(ALICES, "refs/nostr/" + "0b".repeat(32) + "=5", 5)).isEqualTo("awaits");
    assertThat(push(ALICES, "refs/nostr/" + "0c".repeat(32) + "=5", 5))
        .isEqualTo("push-nostr-too-many");
    assertThat(git.shelves()).isEqualTo(2);
  }

  @Test
  void junkPushPromotesNoAnnouncement() {
    Event announcement = announcement(ALICE, "repo", 0);
    send(announcement);
    assertThat(push(ALICES, "refs/nostr/" + "0a".repeat(32) + "=5", 5)).isEqualTo("awaits");
    assertThat(isServed(announcement)).isFalse();
  }

  @Test
  void deletedStateGivesWayToTheOneBefore() {
    hosted();
    send(announcement(BOB, "repo", 1, ALICE));
    Event bobs = state(BOB, 2, "main=2");
    send(bobs);
    push(BOBS, "main=2", 2);
    assertThat(send(EventBuilder.deletionOf(bobs).unsignedBy(BOB))).isEmpty();
    assertThat(refs(ALICES)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void deletedHeldStateAuthorisesNoPush() {
    hosted();
    Event state = state(ALICE, 1, "main=2");
    send(state);
    assertThat(send(EventBuilder.deletionOf(state).unsignedBy(ALICE))).isEmpty();
    assertThat(push(ALICES, "main=2", 2)).isEqualTo("push-unsigned");
    assertThat(store.waiting()).isEmpty();
  }

  @Test
  void deletedPullRequestTakesItsRefAlong() {
    hosted();
    Event request = pullRequest(5);
    send(request);
    push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5);
    assertThat(send(EventBuilder.deletionOf(request).unsignedBy(BOB))).isEmpty();
    assertThat(refs(ALICES)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void vanishedAuthorsPullRequestTakesItsRefAlong() {
    hosted();
    Event request = pullRequest(5);
    send(request);
    push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5);
    Event vanish =
        EventBuilder.kind(62)
            .at(EventBuilder.DEFAULT_CREATED_AT + 500)
            .tag("relay", "ALL_RELAYS")
            .unsignedBy(BOB);
    assertThat(send(vanish)).isEmpty();
    assertThat(isServed(request)).isFalse();
    assertThat(refs(ALICES)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void startDropsTheRefOfAPullRequestThatIsGone() {
    hosted();
    Event request = pullRequest(5);
    send(request);
    push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5);
    host.close();
    store.write(tx -> tx.remove(request.id(), Removal.EXPIRED, 0)).toCompletableFuture().join();
    host = newHost();
    await(() -> refs(ALICES).equals("main=1 refs/heads/main"));
  }

  @Test
  void announcementThatLeavesEndsTheHosting() {
    hosted();
    Event leaving =
        EventBuilder.kind(30617)
            .at(EventBuilder.DEFAULT_CREATED_AT + 9)
            .tag("d", "repo")
            .unsignedBy(ALICE);
    assertThat(send(leaving)).startsWith("hosting ended");
    assertThat(host.repositories().find(ALICES)).isEmpty();
    assertThat(
            store
                .query(List.of(Filter.builder().kinds(List.of(30617)).build()), 0)
                .next(100, 1 << 20)
                .events())
        .isEmpty();
  }

  @Test
  void newRepositoriesAreLimitedByTheHour() {
    for (int i = 0; i < 3; i++) {
      assertThat(send(announcement(ALICE, "repo-" + i, 0))).isEqualTo(HELD);
    }
    assertThat(send(announcement(ALICE, "repo-3", 0)))
        .isEqualTo("no: rate-limited: too many new repositories");
    Origin operator = new Origin.Client(Collections.emptySortedSet(), Optional.empty());
    assertThat(send(announcement(ALICE, "repo-3", 0), operator)).isEqualTo(HELD);
    pass(Duration.ofMinutes(61));
    assertThat(send(announcement(ALICE, "repo-4", 0))).isEqualTo(HELD);
  }

  @Test
  void newRepositoriesOfOneAddressAreLimitedWhateverTheirKeys() {
    for (int i = 0; i < 5; i++) {
      assertThat(send(announcement(Signer.named("key " + i), "repo-" + i, 0))).isEqualTo(HELD);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(send(announcement(ALICE, "repo-" + i, 0)))
          .isEqualTo("no: rate-limited: too many new repositories");
    }
    Origin elsewhere = new Origin.Client(Collections.emptySortedSet(), Optional.of("10.0.0.2"));
    for (int i = 0; i < 3; i++) {
      assertThat(send(announcement(ALICE, "repo-" + i, 0), elsewhere))
          .as("what was refused does not count for the key")
          .isEqualTo(HELD);
    }
    assertThat(send(announcement(ALICE, "repo-3", 0), elsewhere))
        .isEqualTo("no: rate-limited: too many new repositories");
  }

  @Test
  void otherServersAreNotLimitedByTheHour() {
    Origin peer = new Origin.Peer("wss://peer.example");
    for (int i = 0; i < 10; i++) {
      assertThat(send(announcement(ALICE, "repo-" + i, 0), peer)).isEqualTo(HELD);
    }
    assertThat(send(announcement(ALICE, "repo-10", 0)))
        .as("what they bring counts for nobody")
        .isEqualTo(HELD);
  }

  @Test
  void lapsedEventIsNamedAsSuch() {
    Event announcement = announcement(ALICE, "repo", 0);
    send(announcement);
    assertThat(host.lapsed().isLapsed(announcement.id())).isFalse();
    pass(Duration.ofMinutes(31));
    await(() -> host.lapsed().isLapsed(announcement.id()));
    assertThat(host.lapsed().isLapsed(state(ALICE, 0, "main=1").id())).isFalse();
  }

  @Test
  void repositoryIsKeptForAnnouncementsThatListThisService() {
    Event elsewhere = EventBuilder.kind(30617).tag("d", "repo").unsignedBy(ALICE);
    assertThat(host.readings().keepsRepository(Announcement.of(elsewhere).orElseThrow())).isFalse();
    assertThat(
            host.readings()
                .keepsRepository(Announcement.of(announcement(ALICE, "repo", 0)).orElseThrow()))
        .isTrue();
  }
}
