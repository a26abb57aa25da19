package dev.graspd.server.family.purgatory;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Removal;
import dev.graspd.server.base.Await;
import dev.graspd.server.hosting.RepositoryHostSuite;
import dev.graspd.testkit.EventBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When held events lapse, and how they wait again. */
class ExpiryTest extends RepositoryHostSuite {
  @Test
  void refsReturnWhenTheStateTheyWerePushedUnderExpires() {
    hosted();
    Event state = state(ALICE, 1, "main=2 dev=3");
    send(state);
    push(ALICES, "main=2", 2);
    pass(Duration.ofMinutes(31));
    await(() -> refs(ALICES).equals("main=1 refs/heads/main"));
    assertThat(store.known(state.id())).isEqualTo(Known.HELD);
    // Sent again, it waits again; the store may be ahead of memory.
    await(() -> send(state).equals(HELD));
  }

  @Test
  void sweepDropsTheRefOfAPullRequestThatHasExpired() {
    hosted();
    Event request = pullRequest(5);
    send(request);
    push(ALICES, RefName.ofNostrEvent(request.id()) + "=5", 5);
    assertThat(refs(ALICES)).contains("PR=5");
    long before = store.lastSeq();
    Await.write(store, tx -> tx.remove(request.id(), Removal.EXPIRED, 0));
    host.swept(before);
    await(() -> refs(ALICES).equals("main=1 refs/heads/main"));
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
  void lapsedEventIsNamedAsSuch() {
    Event announcement = announcement(ALICE, "repo", 0);
    send(announcement);
    assertThat(host.lapsed().isLapsed(announcement.id())).isFalse();
    pass(Duration.ofMinutes(31));
    await(() -> host.lapsed().isLapsed(announcement.id()));
    assertThat(host.lapsed().isLapsed(state(ALICE, 0, "main=1").id())).isFalse();
  }
}
