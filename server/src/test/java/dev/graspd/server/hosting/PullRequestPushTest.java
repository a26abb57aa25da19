package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.RefName;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pull requests, and the pushes of their commits. */
class PullRequestPushTest extends RepositoryHostSuite {
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
  void deletedPullRequestsTakeNoCommits() {
    hosted();
    Event request = pullRequest(5);
    assertThat(send(request)).startsWith(HELD);
    assertThat(send(EventBuilder.deletionOf(request).unsignedBy(BOB))).isEmpty();
    assertThat(push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5))
        .isEqualTo("push-nostr-deleted");
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
}
