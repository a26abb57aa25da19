package dev.graspd.server.family.ended;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.family.held.ShelvedPushesTest;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.hosting.RepositoryHostSuite;
import dev.graspd.testkit.EventBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Deletions by authors, and their effects on refs. */
class DeletionsTest extends RepositoryHostSuite {
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

  /** Anybody may name any identifier; a deletion enters only lanes with data of its author. */
  @Test
  void deletionOfAStrangerDoesNotWaitForFamiliesThatItNames() {
    hosted();
    CountDownLatch goOn = new CountDownLatch(1);
    PackDelivery slow = new ShelvedPushesTest.SlowDelivery(bring(5), goOn);
    PushRequest push = request(ALICES, "refs/nostr/" + "0a".repeat(32) + "=5");
    CompletableFuture<?> pushed = host.pushes().perform(push, slow).toCompletableFuture();
    Event deletion =
        EventBuilder.kind(5).tag("a", "30617:" + CAROL.publicKey() + ":repo").unsignedBy(CAROL);
    try {
      assertThat(host.reception().receive(deletion, CLIENT).toCompletableFuture())
          .succeedsWithin(Duration.ofSeconds(5));
      assertThat(pushed).isNotDone();
    } finally {
      goOn.countDown();
    }
    assertThat(pushed).succeedsWithin(Duration.ofSeconds(30));
  }
}
