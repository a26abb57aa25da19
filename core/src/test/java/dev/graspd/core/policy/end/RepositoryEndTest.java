package dev.graspd.core.policy.end;

import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.empty;
import static dev.graspd.core.policy.Example.event;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.maintainers;
import static dev.graspd.core.policy.Example.offered;
import static dev.graspd.core.policy.Example.pullRequest;
import static dev.graspd.core.policy.Example.refs;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static dev.graspd.core.repo.Standing.LAPSED;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.policy.Example;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.Refs;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Alice's repository ends. */
class RepositoryEndTest {
  private static final Event ALICE = announcement("a", 1, "b");
  private static final Event BOB = announcement("b", 1, "a");
  private static final Event ALICES_STATE = state("a", 1, "main=1 HEAD=main");
  private static final Family ALONE =
      empty()
          .with(announced(ALICE, SERVED))
          .with(stated(ALICES_STATE, SERVED))
          .withRefs(key("a"), refs("main=1 HEAD=main"));

  private static RepositoryEnd ended(Family before) {
    return RepositoryEnd.of(before, before.without(ALICE.id()), key("a"), _ -> false);
  }

  private static Announced unhosted(Event event) {
    return new Announced(Announcement.of(event).orElseThrow(), SERVED, HostingMode.UNHOSTED);
  }

  private static Event elsewhere(String author, String listed) {
    return event(30617, author, 1, Tag.of("d", "repo"), maintainers(listed));
  }

  @Test
  void refsAndTheOwnersStateGo() {
    RepositoryEnd retreat = ended(ALONE);
    assertThat(retreat.along()).containsExactly(ALICES_STATE.id());
    assertThat(retreat.refs()).isEqualTo(refs("main=1 HEAD=main"));
    assertThat(retreat.family().refs(key("a"))).isEqualTo(Refs.NONE);
    assertThat(retreat.family().states()).isEmpty();
  }

  @Test
  void siblingKeepsItsRefsAndItsStates() {
    Event bobs = state("b", 2, "main=2 HEAD=main");
    RepositoryEnd retreat =
        ended(
            ALONE
                .with(announced(BOB, SERVED))
                .with(stated(bobs, SERVED))
                .withRefs(key("b"), refs("main=2 HEAD=main")));
    // Alice has no authority now: Bob's announcement lists her, and she does not list him.
    assertThat(retreat.along()).containsExactly(ALICES_STATE.id());
    assertThat(retreat.family().refs(key("b"))).isEqualTo(refs("main=2 HEAD=main"));
    assertThat(retreat.family().states()).containsExactly(stated(bobs, SERVED));
  }

  @Test
  void stateThatASiblingFollowsStays() {
    Event listing = announcement("a", 1, "b");
    Family before =
        Family.empty(Example.REPO, dev.graspd.core.repo.Maintainers.Mode.LISTED)
            .with(announced(listing, SERVED))
            .with(announced(BOB, SERVED))
            .with(stated(ALICES_STATE, SERVED));
    RepositoryEnd retreat =
        RepositoryEnd.of(before, before.without(listing.id()), key("a"), _ -> false);
    assertThat(retreat.along()).isEmpty();
    assertThat(retreat.family().states()).containsExactly(stated(ALICES_STATE, SERVED));
  }

  @Test
  void announcementsThatOnlyThisOneBroughtInGoOneAfterTheOther() {
    Event bob = elsewhere("b", "c");
    Event carol = elsewhere("c", "");
    Event dave = elsewhere("d", "");
    RepositoryEnd retreat =
        ended(ALONE.with(unhosted(bob)).with(unhosted(carol)).with(unhosted(dave)));
    // Dave was not listed before either: that is another matter.
    assertThat(retreat.along()).containsExactlyInAnyOrder(ALICES_STATE.id(), bob.id(), carol.id());
    assertThat(retreat.family().announcements()).containsOnlyKeys(key("d"));
  }

  @Test
  void announcementThatAnotherOneListsTooStays() {
    Event carol = elsewhere("c", "");
    Family before = ALONE.with(announced(announcement("b", 1, "c"), SERVED)).with(unhosted(carol));
    Family listing = before.with(announced(announcement("a", 1, "c"), SERVED));
    RepositoryEnd retreat =
        RepositoryEnd.of(
            listing, listing.without(announcement("a", 1, "c").id()), key("a"), _ -> false);
    assertThat(retreat.along()).containsExactly(ALICES_STATE.id());
  }

  @Test
  void pullRequestThatWaitsGoesUnlessItIsForAnotherToo() {
    Event request = pullRequest("c", 5, "a");
    assertThat(ended(ALONE.with(offered(request, "a"))).along()).contains(request.id());
    assertThat(ended(ALONE.with(offered(request, "b"))).along()).doesNotContain(request.id());

    Offered forBoth =
        new Offered(
            PullRequest.of(request).orElseThrow(),
            new TreeSet<>(List.of(key("a"), key("b"))),
            WAITING);
    Family withBob = ALONE.with(announced(BOB, SERVED)).with(forBoth);
    assertThat(ended(withBob).along()).doesNotContain(request.id());
  }

  @Test
  void pullRequestThatIsForAnotherFamilyTooStays() {
    Event request =
        event(
            1618,
            "c",
            1,
            Tag.of("a", "30617:" + key("a") + ":repo"),
            Tag.of("a", "30617:" + key("a") + ":other"),
            Tag.of("c", Example.oid(5).hex()));
    Family before = ALONE.with(offered(request, "a"));
    Family without = before.without(ALICE.id());
    assertThat(RepositoryEnd.of(before, without, key("a"), _ -> true).along())
        .doesNotContain(request.id());
    assertThat(RepositoryEnd.of(before, without, key("a"), _ -> false).along())
        .contains(request.id());
  }

  @Test
  void whatIsOnlyRememberedIsLeftToItsTime() {
    Event remembered = state("a", 3, "main=9");
    assertThat(ended(ALONE.with(stated(remembered, LAPSED))).along())
        .containsExactly(ALICES_STATE.id());
  }
}
