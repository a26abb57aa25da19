package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.now;
import static dev.graspd.server.hosting.RepoWords.state;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.testkit.EventBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ended repositories come back, or are erased. */
class EndedRestorationTest extends EndedRepositoriesSuite {
  @Test
  void newAnnouncementRestoresAtOnceAlsoAfterARestart() {
    deleted();
    restart();
    assertThat(bench.refs(ALICES)).isEqualTo("none");
    long before = store.lastSeq();
    assertThat(bench.send(again(2))).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 refs/heads/main");
    assertThat(List.of(STATE, ISSUE, COMMENT)).allMatch(bench::isServed);
    assertThat(store.ended().all()).isEmpty();
    assertThat(store.waiting()).isEmpty();
    assertThat(
            store.tail(before, 100).stream()
                .filter(LogRecord.Stored.class::isInstance)
                .map(record -> ((LogRecord.Stored) record).event().id()))
        .contains(STATE.id(), ISSUE.id(), COMMENT.id(), again(2).id());
  }

  /** Its objects came meanwhile, pushed to another repository of the family. */
  @Test
  void heldStateWhoseObjectsCameMeanwhileIsServedWithTheRepository() {
    Event newer = state(ALICE, "repo", 1, "main=2");
    assertThat(bench.send(newer)).startsWith("purgatory: ");
    deleted();
    bench.hosted(BOB, BOBS, 2);
    assertThat(bench.send(again(2))).isEmpty();
    assertThat(bench.isServed(newer)).isTrue();
    assertThat(bench.refs(ALICES)).isEqualTo("main=2 refs/heads/main");
  }

  @Test
  void deletedIdsStayAwayWhenTheRepositoryIsBack() {
    Event deletion =
        EventBuilder.kind(5)
            .at(EventBuilder.DEFAULT_CREATED_AT + 1)
            .tag("a", ALICES.toString())
            .tag("e", STATE.id().hex())
            .tag("e", COMMENT.id().hex())
            .signedBy(ALICE);
    assertThat(bench.send(deletion)).isEmpty();
    assertThat(bench.send(again(2))).isEmpty();
    assertThat(bench.isServed(ISSUE)).isTrue();
    for (Event event : List.of(STATE, COMMENT)) {
      assertThat(bench.send(event)).startsWith("no: blocked: ");
    }
    assertThat(store.known(FIRST.id())).isEqualTo(Known.GONE);
    assertThat(bench.refs(ALICES)).as("refs stay").isEqualTo("main=1 refs/heads/main");
    assertThat(bench.push(ALICES, "main=2", 2)).isEqualTo("push-unsigned");
  }

  @Test
  void whatItsAuthorDeletesMeanwhileDoesNotComeBack() {
    deleted();
    assertThat(bench.send(EventBuilder.deletionOf(ISSUE).signedBy(BOB))).isEmpty();
    assertThat(store.known(ISSUE.id())).isEqualTo(Known.GONE);
    assertThat(bench.send(again(2))).isEmpty();
    assertThat(bench.isServed(ISSUE)).isFalse();
    assertThat(bench.isServed(COMMENT)).isTrue();
  }

  @Test
  void oldAnnouncementRestoresNothing() {
    deleted();
    assertThat(bench.send(FIRST)).startsWith("no: blocked: ");
    assertThat(bench.send(announcement(ALICE, "repo", -5)))
        .startsWith("duplicate: a newer version");
    assertThat(bench.send(again(1))).as("not newer than the deletion").startsWith("no: blocked: ");
    assertThat(store.ended().find(ALICES)).isPresent();
    assertThat(bench.refs(ALICES)).isEqualTo("none");
  }

  @Test
  void announcementThatIsOlderThanTheEndRestoresNothing() {
    Event left =
        EventBuilder.kind(30617)
            .at(EventBuilder.DEFAULT_CREATED_AT + 5)
            .tag("d", "repo")
            .tag("clone", "https://elsewhere.example/repo.git")
            .signedBy(ALICE);
    assertThat(bench.send(left)).startsWith("hosting ended");
    assertThat(bench.send(again(4))).startsWith("duplicate: a newer version");
    assertThat(bench.send(again(5))).startsWith("duplicate: a newer version");
    assertThat(bench.refs(ALICES)).isEqualTo("none");
    assertThat(store.waiting()).isEmpty();
    assertThat(bench.send(again(6))).isEmpty();
  }

  @Test
  void eventOfTwoDeletedRepositoriesComesBackWithEither() {
    bench.hosted(ALICE, OTHER, 3);
    Event both =
        EventBuilder.kind(1621)
            .tag("a", ALICES.toString())
            .tag("a", OTHER.toString())
            .unsignedBy(BOB);
    bench.send(both);
    deleted();
    assertThat(bench.isServed(both)).isTrue();
    assertThat(bench.send(deletion(ALICE, OTHER))).isEmpty();
    assertThat(bench.isServed(both)).isFalse();
    assertThat(bench.send(again(2))).isEmpty();
    assertThat(bench.isServed(both)).isTrue();
  }

  @Test
  void operatorBringsBackWhatAListKeptOut() {
    assertThat(now(bench.host().actions().stopHosting(ALICES, "a list"))).isTrue();
    assertThat(now(bench.host().actions().restore(ALICES))).isEmpty();
    assertThat(bench.refs(ALICES)).isEqualTo("main=1 refs/heads/main");
    assertThat(List.of(FIRST, STATE, ISSUE, COMMENT)).allMatch(bench::isServed);
    assertThat(now(bench.host().actions().restore(ALICES)).orElseThrow())
        .startsWith("nothing is kept of");
  }

  @Test
  void operatorCannotBringBackWhatItsOwnerDeleted() {
    deleted();
    assertThat(now(bench.host().actions().restore(ALICES)).orElseThrow())
        .startsWith("its owner deleted it (deletion " + deletion(ALICE, ALICES).id() + ")")
        .contains("The owner can, until ", "a new announcement (kind 30617) of the owner");
    assertThat(bench.refs(ALICES)).isEqualTo("none");
    assertThat(store.ended().find(ALICES)).isPresent();
  }

  @Test
  void afterItsTimeItIsErasedForGood() {
    deleted();
    bench.pass(EndedFixture.RETENTION.minus(Duration.ofSeconds(1)));
    assertThat(bench.cleanUp()).isZero();
    bench.pass(Duration.ofSeconds(1));
    assertThat(bench.cleanUp()).isEqualTo(1);
    assertThat(store.ended().all()).isEmpty();
    assertThat(store.countAside(ALICES)).isZero();
    assertThat(bench.send(again(2))).startsWith("purgatory: ");
    assertThat(bench.refs(ALICES)).isEqualTo("-");
    assertThat(List.of(STATE, ISSUE, COMMENT)).noneMatch(bench::isServed);
  }

  @Test
  void erasureIsResumedByTheNextStart() {
    deleted();
    store
        .write(tx -> {
          tx.ended()
              .put(
                  store
                      .ended()
                      .find(ALICES)
                      .orElseThrow()
                      .withPhase(EndedRepository.Phase.ERASING));
          return true;
        })
        .toCompletableFuture()
        .join();
    assertThat(bench.send(again(2))).as("nothing brings it back").startsWith("purgatory: ");
    restart();
    await(() -> store.ended().all().isEmpty());
    assertThat(store.countAside(ALICES)).isZero();
  }

  @Test
  void operatorErasesBeforeTheTime() {
    deleted();
    assertThat(bench.host().endedKeeper().eraseNow(BOBS)).isFalse();
    assertThat(bench.host().endedKeeper().eraseNow(ALICES)).isTrue();
    assertThat(store.ended().all()).isEmpty();
  }
}
