package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.oid;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Announcement;
import dev.graspd.testkit.EventBuilder;
import org.junit.jupiter.api.Test;

/** Announcements and states, and the pushes that they allow. */
class StatePushTest extends RepositoryHostSuite {
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
    assertThat(AllRows.packs(store)).hasSize(1);
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
    assertThat(send(announcement(BOB, "repo", 1, ALICE)))
        .as("who accepts waits no longer")
        .isEmpty();
    Event bobs = state(BOB, 2, "main=2");
    assertThat(send(bobs)).isEqualTo(HELD);
    assertThat(push(BOBS, "main=2", 2)).isEqualTo("ok");
    assertThat(refs(ALICES)).isEqualTo("main=2 refs/heads/main");
    assertThat(refs(BOBS)).isEqualTo("main=2 refs/heads/main");
    assertThat(isServed(bobs)).isTrue();
  }

  @Test
  void repositoryIsKeptForAnnouncementsThatListThisService() {
    Event elsewhere = EventBuilder.kind(30617).tag("d", "repo").unsignedBy(ALICE);
    assertThat(host.status().keepsRepository(Announcement.of(elsewhere).orElseThrow())).isFalse();
    assertThat(
            host.status()
                .keepsRepository(Announcement.of(announcement(ALICE, "repo", 0)).orElseThrow()))
        .isTrue();
  }
}
