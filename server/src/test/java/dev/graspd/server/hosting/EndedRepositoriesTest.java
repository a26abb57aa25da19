package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.base.FailPoints;
import dev.graspd.testkit.EventBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The end of repositories, by a deletion and otherwise. */
class EndedRepositoriesTest extends EndedRepositoriesSuite {
  @Test
  void deletedRepositoryIsKeptWithAllThatHangsOnItAndServedNoMore() {
    deleted();
    assertThat(bench.refs(ALICES)).isEqualTo("none");
    assertThat(AllRows.refs(store)).isEmpty();
    assertThat(store.known(FIRST.id())).isEqualTo(Known.GONE);
    for (Event event : List.of(STATE, ISSUE, COMMENT)) {
      assertThat(store.known(event.id())).isEqualTo(Known.UNKNOWN);
    }
    assertThat(aside(ALICES)).containsExactlyInAnyOrder(STATE.id(), ISSUE.id(), COMMENT.id());
    EndedRepository ended = store.ended().find(ALICES).orElseThrow();
    assertThat(ended.phase()).isEqualTo(EndedRepository.Phase.HELD);
    assertThat(ended.cause()).isEqualTo(EndedRepository.Cause.DELETED);
    assertThat(ended.because()).isEqualTo("deletion " + deletion(ALICE, ALICES).id());
    assertThat(RepoWords.text(ended.refs())).isEqualTo("main=1 refs/heads/main");
    assertThat(ended.sinceSeconds()).isEqualTo(EventBuilder.DEFAULT_CREATED_AT + 1_000);
    assertThat(ended.untilSeconds() - ended.sinceSeconds())
        .isEqualTo(EndedFixture.RETENTION.toSeconds());
    assertThat(bench.push(ALICES, "main=1", 1)).isEqualTo("push-no-repository");
    assertThat(bench.send(ISSUE)).startsWith("no: restricted: ");
  }

  @Test
  void deletionByTheIdOfTheAnnouncementDoesTheSame() {
    assertThat(bench.send(EventBuilder.deletionOf(FIRST).signedBy(ALICE))).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("none");
    assertThat(aside(ALICES)).hasSize(3);
  }

  @Test
  void announcementThatLeavesThisServiceOutDoesTheSame() {
    Event left =
        EventBuilder.kind(30617)
            .at(EventBuilder.DEFAULT_CREATED_AT + 5)
            .tag("d", "repo")
            .tag("clone", "https://elsewhere.example/repo.git")
            .signedBy(ALICE);
    assertThat(bench.send(left)).startsWith("hosting ended");
    await(() ->
        store
            .find(ALICES)
            .filter(ended -> ended.phase() == EndedRepository.Phase.HELD)
            .isPresent());
    EndedRepository ended = store.ended().find(ALICES).orElseThrow();
    assertThat(ended.cause()).isEqualTo(EndedRepository.Cause.LEFT);
    assertThat(ended.because())
        .isEqualTo("announcement " + left.id() + ", which leaves this service out");
    assertThat(aside(ALICES)).hasSize(3);
    assertThat(bench.send(again(6))).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void deletionByAnotherKeyEndsNothing() {
    assertThat(bench.send(deletion(BOB, ALICES))).startsWith("nothing was deleted");
    assertThat(bench.send(EventBuilder.deletionOf(FIRST).signedBy(BOB)))
        .startsWith("nothing was deleted");
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 refs/heads/main");
    assertThat(store.ended().all()).isEmpty();
  }

  @Test
  void othersAndWhatHangsOnThemStay() {
    bench.hosted(BOB, BOBS, 2);
    bench.hosted(ALICE, OTHER, 3);
    Event both =
        EventBuilder.kind(1621)
            .tag("a", ALICES.toString())
            .tag("a", BOBS.toString())
            .unsignedBy(BOB);
    Event reply = EventBuilder.kind(1111).tag("e", both.id().hex()).unsignedBy(BOB);
    Event elsewhere = EventBuilder.kind(1621).tag("a", OTHER.toString()).unsignedBy(BOB);
    for (Event event : List.of(both, reply, elsewhere)) {
      assertThat(bench.send(event)).isEmpty();
    }
    deleted();
    assertThat(bench.refs(BOBS)).isEqualTo("main=2 refs/heads/main");
    assertThat(bench.refs(OTHER)).isEqualTo("main=3 refs/heads/main");
    assertThat(List.of(both, reply, elsewhere)).allMatch(bench::isServed);
    assertThat(List.of(ISSUE, COMMENT)).noneMatch(bench::isServed);
  }

  @Test
  void announcementThatStillWaitsIsNotKeptAndTakesAlongWhatHangsOnIt() {
    Event waiting = announcement(ALICE, "other", 0);
    bench.send(waiting);
    Event issue = EventBuilder.kind(1621).tag("a", OTHER.toString()).unsignedBy(BOB);
    assertThat(bench.send(issue)).isEmpty();
    assertThat(bench.send(deletion(ALICE, OTHER))).isEmpty();
    assertThat(bench.isServed(issue)).isFalse();
    await(() -> store.ended().all().isEmpty());
    assertThat(bench.send(announcement(ALICE, "other", 9))).startsWith("purgatory: ");
  }

  @Test
  void manyEventsGoInSlices() {
    List<Event> many = new ArrayList<>();
    for (int i = 0; i < 450; i++) {
      many.add(
          EventBuilder.kind(1111)
              .tag("e", (i % 2 == 0 ? ISSUE : COMMENT).id().hex())
              .content("c" + i)
              .unsignedBy(BOB));
    }
    many.forEach(event -> assertThat(bench.send(event)).isEmpty());
    deleted();
    assertThat(many).noneMatch(bench::isServed);
    assertThat(store.countAside(ALICES)).isEqualTo(453);
    assertThat(bench.send(again(2))).isEmpty();
    assertThat(many).allMatch(bench::isServed);
    assertThat(store.ended().all()).isEmpty();
  }

  @Test
  void pullRequestGoesWithItsRefAndComesBackWithIt() {
    Event request =
        EventBuilder.kind(1618).tag("a", ALICES.toString()).tag("c", oid(5).hex()).unsignedBy(BOB);
    bench.send(request);
    bench.push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5);
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 PR=5 refs/heads/main");
    deleted();
    assertThat(bench.isServed(request)).isFalse();
    assertThat(bench.send(again(2))).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 PR=5 refs/heads/main");
    assertThat(bench.isServed(request)).isTrue();
  }

  @Test
  void pullRequestThatNamesItsSignersPlaceIsFetchedFromThereWhenItsRepositoryIsGone() {
    Event request =
        EventBuilder.kind(1618)
            .tag("a", ALICES.toString())
            .tag("c", oid(5).hex())
            .tag(
                "clone",
                "https://git.example.org/prs/" + Bech32.npub(BOB.publicKey()) + "/repo.git")
            .unsignedBy(BOB);
    assertThat(bench.send(request)).startsWith("purgatory");
    assertThat(bench.push(ALICES, RefName.ofNostrEvent(request.id()).text() + "=5", 5))
        .isEqualTo("ok");
    deleted();
    assertThat(bench.isServed(request)).isTrue();
    RefSpace place = RefSpace.ofSubmissions(BOB.publicKey(), REPO);
    assertThat(RepoWords.text(bench.host().repositories().find(place).orElseThrow().refs()))
        .isEqualTo("PR=5 -");
  }

  @Test
  void pullRequestThatWasPushedToItsSignersPlaceAndDoesNotNameItGoesFromThereToo() {
    Event request =
        EventBuilder.kind(1618).tag("a", ALICES.toString()).tag("c", oid(5).hex()).unsignedBy(BOB);
    assertThat(bench.send(request)).startsWith("purgatory");
    RefSpace place = RefSpace.ofSubmissions(BOB.publicKey(), REPO);
    assertThat(bench.push(place, RefName.ofNostrEvent(request.id()).text() + "=5", 5))
        .isEqualTo("ok");
    assertThat(RepoWords.text(bench.host().repositories().find(place).orElseThrow().refs()))
        .isEqualTo("PR=5 -");
    deleted();
    assertThat(bench.isServed(request)).isFalse();
    assertThat(RepoWords.text(bench.host().repositories().find(place).orElseThrow().refs()))
        .isEqualTo("-");
    assertThat(bench.send(again(2))).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 PR=5 refs/heads/main");
    assertThat(bench.isServed(request)).isTrue();
  }

  @Test
  void pullRequestThatIsDeletedWithItsRepositoryIsFetchedFromNowhere() {
    Event request =
        EventBuilder.kind(1618)
            .tag("a", ALICES.toString())
            .tag("c", oid(5).hex())
            .tag(
                "clone",
                "https://git.example.org/prs/" + Bech32.npub(ALICE.publicKey()) + "/repo.git")
            .unsignedBy(ALICE);
    assertThat(bench.send(request)).startsWith("purgatory");
    assertThat(bench.push(ALICES, RefName.ofNostrEvent(request.id()).text() + "=5", 5))
        .isEqualTo("ok");
    Event both =
        EventBuilder.kind(5)
            .at(EventBuilder.DEFAULT_CREATED_AT + 1)
            .tag("a", ALICES.toString())
            .tag("e", request.id().hex())
            .signedBy(ALICE);
    assertThat(bench.send(both)).isEmpty();
    assertThat(bench.isServed(request)).isFalse();
    RefSpace place = RefSpace.ofSubmissions(ALICE.publicKey(), REPO);
    assertThat(RepoWords.text(bench.host().repositories().find(place).orElseThrow().refs()))
        .isEqualTo("-");
  }

  @Test
  void pullRequestThatWaitsWaitsAgainAfterwards() {
    Event request =
        EventBuilder.kind(1618).tag("a", ALICES.toString()).tag("c", oid(5).hex()).unsignedBy(BOB);
    assertThat(bench.send(request)).startsWith("purgatory: ");
    deleted();
    assertThat(store.waiting()).isEmpty();
    assertThat(bench.host().status().stats().held()).doesNotContainKey("pull_request");
    assertThat(bench.send(again(2))).isEmpty();
    assertThat(store.waiting()).hasSize(1);
    assertThat(bench.push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5)).isEqualTo("ok");
    assertThat(bench.isServed(request)).isTrue();
  }

  @Test
  void whoVanishesLeavesNothingBehind() {
    bench.hosted(ALICE, OTHER, 3);
    assertThat(bench.send(deletion(ALICE, OTHER))).isEmpty();
    assertThat(store.ended().find(OTHER)).isPresent();
    assertThat(bench.send(vanish(ALICE, 500))).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("none");
    await(() -> store.ended().all().isEmpty());
    assertThat(AllRows.refs(store)).isEmpty();
    assertThat(List.of(STATE, ISSUE, COMMENT)).noneMatch(bench::isServed);
    assertThat(bench.send(FIRST)).startsWith("no: blocked: ");
    assertThat(bench.send(again(501))).startsWith("purgatory: ");
  }

  @Test
  void repositoryThatIsAnnouncedAfterTheRequestStays() {
    assertThat(bench.send(again(600))).isEmpty();
    assertThat(bench.send(vanish(ALICE, 500))).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 refs/heads/main");
    assertThat(bench.isServed(STATE)).isFalse();
    assertThat(bench.isServed(ISSUE)).isTrue();
    assertThat(store.ended().all()).isEmpty();
  }

  @Test
  void repositoryThatAListKeepsOutComesBackWithItsOwnAnnouncement() {
    assertThat(now(bench.host().actions().stopHosting(ALICES, "a list"))).isTrue();
    assertThat(now(bench.host().actions().stopHosting(ALICES, "a list"))).isFalse();
    assertThat(bench.refs(ALICES)).isEqualTo("none");
    assertThat(store.ended().find(ALICES).orElseThrow().cause())
        .isEqualTo(EndedRepository.Cause.UNWELCOME);
    assertThat(store.ended().find(ALICES).orElseThrow().because()).isEqualTo("a list");
    assertThat(bench.send(FIRST)).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 refs/heads/main");
    assertThat(List.of(FIRST, STATE, ISSUE, COMMENT)).allMatch(bench::isServed);
  }

  @Test
  void stopIsTheSameWhenTheListIsInForceAlready() {
    bench.close();
    bench =
        new EndedFixture(
            store,
            store,
            git,
            FailPoints.NONE,
            List.of(new RepositoryPattern(Optional.of(ALICE.publicKey()), Optional.empty())));
    assertThat(now(bench.host().actions().stopHosting(ALICES, "a list"))).isTrue();
    assertThat(aside(ALICES))
        .containsExactlyInAnyOrder(FIRST.id(), STATE.id(), ISSUE.id(), COMMENT.id());
    assertThat(AllRows.refs(store)).isEmpty();
    restart();
    assertThat(bench.send(FIRST)).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void refsThatAnEarlierVersionLeftAreKeptFromTheNextStartOn() {
    bench.close();
    store
        .write(tx -> {
          tx.repositories().putRefs(BOBS, tx.repositories().refs(ALICES));
          return true;
        })
        .toCompletableFuture()
        .join();
    bench = new EndedFixture(store, store, git);
    await(() -> store.ended().find(BOBS).isPresent());
    assertThat(store.refs(REPO)).containsOnlyKeys(ALICE.publicKey());
    assertThat(store.ended().find(BOBS).orElseThrow().refs()).isNotEqualTo(Refs.NONE);
  }
}
