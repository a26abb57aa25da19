package dev.graspd.core.policy;

import static dev.graspd.core.policy.Example.REPO;
import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.empty;
import static dev.graspd.core.policy.Example.here;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.offered;
import static dev.graspd.core.policy.Example.oid;
import static dev.graspd.core.policy.Example.pullRequest;
import static dev.graspd.core.policy.Example.refs;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static dev.graspd.core.policy.Example.submission;
import static dev.graspd.core.repo.Standing.LAPSED;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.Submission;
import dev.graspd.core.repo.TipsHere;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettlementTest {
  private static final SortedSet<PublicKey> NOBODY = Collections.emptySortedSet();
  private static final Event ALICE = announcement("a", 1, "b");
  private static final Event BOB = announcement("b", 1, "a");

  private static Family hosted(String refs) {
    return empty().with(announced(ALICE, SERVED)).withRefs(key("a"), refs(refs));
  }

  private static SortedSet<PublicKey> owners(String... letters) {
    SortedSet<PublicKey> owners = new TreeSet<>();
    Arrays.stream(letters).map(Example::key).forEach(owners::add);
    return owners;
  }

  private static String after(Family family, TipsHere objects, String owner) {
    return Example.text(Settlement.of(family, objects, NOBODY).applyTo(family).refs(key(owner)));
  }

  @ParameterizedTest
  @CsvSource({
    // served at 1,             held at 2,           refs now,          objects,  refs after
    "'main=1 HEAD=main',        '',                  'main=1 HEAD=main', 1,       'main=1 HEAD=main'",
    "'main=1 HEAD=main',        'main=2 HEAD=main',  'main=1 HEAD=main', 1 2,     'main=2 HEAD=main'",
    "'main=1 HEAD=main',        'main=2 HEAD=main',  'main=1 HEAD=main', 1,       'main=1 HEAD=main'",
    // refs that were pushed for the newer state stay, the rest follows the served one
    "'main=1 dev=3 HEAD=main',  'main=2 dev=4 HEAD=main', 'dev=3 main=2 HEAD=main', 1 2 3, 'dev=3 main=2 HEAD=main'",
    "'main=1 dev=3 HEAD=main',  'main=2 HEAD=main',  'main=1 HEAD=main', 1 3,     'main=1 HEAD=main'",
    "'main=1 dev=3 HEAD=main',  'main=2 dev=4 HEAD=dev', 'dev=4 main=1 HEAD=main', 1 3 4, 'dev=4 main=1 HEAD=dev'",
    // a state that names nothing deletes nothing
    "'main=1 HEAD=main',        '-',                 'main=1 HEAD=main', 1,       'main=1 HEAD=main'",
    // branches are commits; tags may be anything
    "'main=1 HEAD=main',        'main=100 HEAD=main', 'main=1 HEAD=main', 1 100,  'main=1 HEAD=main'",
    "'main=1 HEAD=main',        'main=1 v1=100 HEAD=main', 'main=1 HEAD=main', 1 100, 'main=1 v1=100 HEAD=main'",
    // HEAD follows as soon as its branch is there
    "'main=1 dev=3 HEAD=main',  'main=1 dev=3 HEAD=dev', 'dev=3 main=1 HEAD=main', 1 3, 'dev=3 main=1 HEAD=dev'",
    "'main=1 HEAD=main',        'main=1 HEAD=dev',   'main=1 HEAD=main', 1,       'main=1 HEAD=main'",
  })
  void refsFollowTheNewestStateWhoseObjectsAreHere(
      String served, String held, String refs, String objects, String expected) {
    Family family = hosted(refs).with(stated(state("a", 1, served), SERVED));
    if (!held.isEmpty()) {
      String text = held.equals("-") ? "" : held;
      family = family.with(stated(state("a", 2, text), WAITING));
    }
    Integer[] numbers =
        Arrays.stream(objects.split(" ", -1)).map(Integer::valueOf).toArray(Integer[]::new);
    assertThat(after(family, here(numbers), "a")).isEqualTo(expected);
  }

  @Test
  void lapsedStateGivesBackWhatWasPushedUnderIt() {
    Family family =
        hosted("main=2 HEAD=main")
            .with(stated(state("a", 1, "main=1 HEAD=main"), SERVED))
            .with(stated(state("a", 2, "main=2 dev=9 HEAD=main"), LAPSED));
    assertThat(after(family, here(1, 2), "a")).isEqualTo("main=1 HEAD=main");
  }

  @Test
  void refsStayWhenNoStateIsLeft() {
    Family family =
        hosted("main=2 HEAD=main").with(stated(state("a", 2, "main=2 dev=9 HEAD=main"), LAPSED));
    assertThat(after(family, here(2), "a")).isEqualTo("main=2 HEAD=main");
  }

  @Test
  void announcementIsReleasedByAPushToItsOwnRepository() {
    Event own = state("a", 2, "main=1 dev=2 HEAD=main");
    Family family =
        empty()
            .with(announced(ALICE, WAITING))
            .with(stated(own, WAITING))
            .withRefs(key("a"), refs("main=1"));
    Settlement settlement = Settlement.of(family, here(1), owners("a"));
    assertThat(settlement.released()).containsExactly(ALICE.id());
    assertThat(Example.text(settlement.applyTo(family).refs(key("a"))))
        .isEqualTo("main=1 HEAD=main");
  }

  @Test
  void announcementIsReleasedByAStateOfItsOwnerWhoseObjectsAreHere() {
    Event own = state("a", 2, "main=1 HEAD=main");
    Family family = empty().with(announced(ALICE, WAITING)).with(stated(own, WAITING));
    assertThat(Settlement.of(family, here(1), NOBODY).released())
        .containsExactlyInAnyOrder(ALICE.id(), own.id());
    assertThat(Settlement.of(family, here(), NOBODY).released()).isEmpty();
  }

  @Test
  void strangersWaitIsNotEndedByASiblingsData() {
    Event alices = state("a", 2, "main=1 HEAD=main");
    Event stranger = announcement("c", 1, "ab");
    Family family = hosted("").with(announced(stranger, WAITING)).with(stated(alices, WAITING));
    Settlement settlement = Settlement.of(family, here(1), owners("a"));
    assertThat(settlement.released()).containsExactly(alices.id());
    assertThat(settlement.moved()).containsOnlyKeys(key("a"));
  }

  @Test
  void confirmedMaintainerOfAServedRepositoryWaitsForNoPush() {
    Family family =
        hosted("main=1 HEAD=main")
            .with(stated(state("a", 1, "main=1 HEAD=main"), SERVED))
            .with(announced(BOB, WAITING));
    Settlement settlement = Settlement.of(family, here(1), NOBODY);
    assertThat(settlement.released()).containsExactly(BOB.id());
    assertThat(Example.text(settlement.applyTo(family).refs(key("b"))))
        .isEqualTo("main=1 HEAD=main");
  }

  @ParameterizedTest
  @CsvSource({
    // what Alice lists, what Bob lists, newest state, objects, whether Bob's wait ends
    "b, a,  'main=2 HEAD=main', 1 2, true",
    // invited, or not even that
    "b, '', 'main=2 HEAD=main', 1 2, false",
    "c, a,  'main=2 HEAD=main', 1 2, false",
    // the state that rules is not complete here, or names nothing
    "b, a,  'main=2 HEAD=main', 1,   false",
    "b, a,  'main=1 dev=2 HEAD=main', 1, false",
    "b, a,  '',                 1 2, false",
  })
  void maintainersWaitEndsWhenConfirmedAndTheRulingStateIsHere(
      String listedByAlice, String listedByBob, String ruling, String objects, boolean ends) {
    Event bob = announcement("b", 1, listedByBob);
    Family family =
        empty()
            .with(announced(announcement("a", 1, listedByAlice), SERVED))
            .withRefs(key("a"), refs("main=1 HEAD=main"))
            .with(stated(state("a", 1, "main=1 HEAD=main"), SERVED))
            .with(stated(state("a", 2, ruling), WAITING))
            .with(announced(bob, WAITING));
    Integer[] numbers =
        Arrays.stream(objects.split(" ", -1)).map(Integer::valueOf).toArray(Integer[]::new);
    assertThat(Settlement.of(family, here(numbers), NOBODY).released().contains(bob.id()))
        .isEqualTo(ends);
  }

  @Test
  void maintainerOfARepositoryThatWaitsItselfWaitsOn() {
    Announcement carol = Announcement.of(announcement("c", 1, "a")).orElseThrow();
    Event carols = state("c", 2, "main=1 HEAD=main");
    Family family =
        empty()
            .with(announced(announcement("a", 1, "bc"), WAITING))
            .with(announced(BOB, WAITING))
            .with(new Announced(carol, SERVED, HostingMode.UNHOSTED))
            .with(stated(carols, WAITING));
    assertThat(Settlement.of(family, here(1), NOBODY).released()).isEmpty();
    assertThat(Settlement.of(family, here(1), owners("a")).released()).hasSize(3);
  }

  @Test
  void oneReleaseEndsTheWaitsOfAllItsMaintainers() {
    Event carol = announcement("c", 1, "b");
    Event alices = state("a", 2, "main=1 HEAD=main");
    Family family =
        empty()
            .with(announced(ALICE, WAITING))
            .with(announced(announcement("b", 1, "ac"), WAITING))
            .with(announced(carol, WAITING))
            .with(stated(alices, WAITING));
    Settlement settlement = Settlement.of(family, here(1), owners("a"));
    assertThat(settlement.released()).hasSize(4).contains(ALICE.id(), carol.id(), alices.id());
    Family settled = settlement.applyTo(family);
    assertThat(Example.text(settled.refs(key("c")))).isEqualTo("main=1 HEAD=main");
    assertThat(Settlement.of(settled, here(1), NOBODY).isEmpty()).isTrue();
  }

  @Test
  void inListedModeWhoIsListedWaitsForNoPush() {
    Event bob = announcement("b", 1, "");
    Family family =
        Family.empty(REPO, Maintainers.Mode.LISTED)
            .with(announced(ALICE, SERVED))
            .withRefs(key("a"), refs("main=1 HEAD=main"))
            .with(stated(state("a", 1, "main=1 HEAD=main"), SERVED))
            .with(announced(bob, WAITING))
            .with(announced(announcement("c", 1, "a"), WAITING));
    assertThat(Settlement.of(family, here(1), NOBODY).released()).containsExactly(bob.id());
    assertThat(Settlement.of(family, here(), NOBODY).released()).isEmpty();
  }

  @Test
  void siblingsThatAreServedAreBroughtIntoLine() {
    Event bobs = state("b", 5, "main=2 HEAD=main");
    Family family =
        hosted("main=1 HEAD=main")
            .with(announced(BOB, SERVED))
            .with(stated(state("a", 1, "main=1 HEAD=main"), SERVED))
            .with(stated(bobs, WAITING));
    Settlement settlement = Settlement.of(family, here(1, 2), NOBODY);
    assertThat(settlement.released()).containsExactly(bobs.id());
    assertThat(settlement.moved()).containsOnlyKeys(key("a"), key("b"));
    assertThat(Example.text(settlement.applyTo(family).refs(key("b"))))
        .isEqualTo("main=2 HEAD=main");
  }

  @Test
  void strangersStateMovesNothing() {
    Family family =
        hosted("main=1 HEAD=main")
            .with(stated(state("a", 1, "main=1 HEAD=main"), SERVED))
            .with(stated(state("c", 9, "main=2 HEAD=main"), WAITING));
    Settlement settlement = Settlement.of(family, here(1, 2), NOBODY);
    assertThat(settlement.released()).isEmpty();
    assertThat(settlement.moved()).isEmpty();
  }

  @Test
  void olderStatesAreDroppedWhenANewerComesIntoForce() {
    Event old = state("a", 2, "main=7 HEAD=main");
    Event newer = state("a", 3, "main=2 HEAD=main");
    Event newest = state("a", 4, "main=8 HEAD=main");
    Family family =
        hosted("main=1 HEAD=main")
            .with(stated(state("a", 1, "main=1 HEAD=main"), SERVED))
            .with(stated(old, WAITING))
            .with(stated(newer, WAITING))
            .with(stated(newest, WAITING));
    Settlement settlement = Settlement.of(family, here(1, 2), NOBODY);
    assertThat(settlement.released()).containsExactly(newer.id());
    assertThat(settlement.dropped()).containsExactly(old.id());
    assertThat(settlement.applyTo(family).states()).hasSize(2);
  }

  @Test
  void pullRequestIsReleasedWithItsRef() {
    Event request = pullRequest("c", 5, "a");
    Family family = hosted("main=1 HEAD=main").with(offered(request, "a"));
    Settlement settlement = Settlement.of(family, here(1, 5), NOBODY);
    assertThat(settlement.released()).containsExactly(request.id());
    assertThat(Example.text(settlement.applyTo(family).refs(key("a"))))
        .isEqualTo("main=1 PR=5 HEAD=main");
    assertThat(settlement.applyTo(family).pullRequests()).isEmpty();
  }

  @Test
  void pullRequestThatNamesNoCommitWaits() {
    Family family = hosted("").with(offered(pullRequest("c", 100, "a"), "a"));
    assertThat(Settlement.of(family, here(100), NOBODY).released()).isEmpty();
  }

  private static Offered submitted(Event event) {
    PullRequest request = PullRequest.of(event).orElseThrow();
    return new Offered(request, request.ownersNamed(REPO), WAITING, true);
  }

  private static Submission kept(Event event) {
    return Submission.of(PullRequest.of(event).orElseThrow(), REPO).orElseThrow();
  }

  @Test
  void submissionThatNoRepositoryTakesHasItsRefAtItsSignersPlace() {
    Event request = submission("c", 5, "a");
    Family family = empty().with(submitted(request));
    assertThat(Settlement.of(family, here(1), NOBODY).isEmpty()).isTrue();

    Settlement settlement = Settlement.of(family, here(5), NOBODY);
    assertThat(settlement.released()).containsExactly(request.id());
    assertThat(settlement.submitted()).containsOnly(Map.entry(request.id(), kept(request)));
    assertThat(settlement.moved()).isEmpty();
    Family after = settlement.applyTo(family);
    assertThat(Example.text(Submission.refsOf(key("c"), after.submissions().values())))
        .isEqualTo("PR=5");
    assertThat(Submission.refsOf(key("a"), after.submissions().values()).isEmpty()).isTrue();
  }

  @Test
  void submissionThatARepositoryTakesHasItsRefThereAlone() {
    Family family = hosted("main=1 HEAD=main").with(submitted(submission("c", 5, "a")));
    Settlement settlement = Settlement.of(family, here(1, 5), NOBODY);
    assertThat(settlement.submitted()).isEmpty();
    assertThat(Example.text(settlement.applyTo(family).refs(key("a"))))
        .isEqualTo("main=1 PR=5 HEAD=main");
  }

  @Test
  void pullRequestWithoutARepositoryWaitsOn() {
    Family family = empty().with(offered(pullRequest("c", 5, "a"), "a"));
    assertThat(Settlement.of(family, here(5), NOBODY).isEmpty()).isTrue();
    Family announced = family.with(announced(ALICE, SERVED));
    assertThat(Settlement.of(announced, here(5), NOBODY).released()).hasSize(1);
  }

  @Test
  void repositoriesShowWhatWasSubmittedForThem() {
    Family family = empty().with(kept(submission("c", 5, "a")));
    assertThat(Settlement.of(family, here(5), NOBODY).isEmpty()).isTrue();

    // The announcement comes later, and its wait is not ended by it.
    Family announced = family.with(announced(ALICE, WAITING)).with(announced(BOB, SERVED));
    Settlement settlement = Settlement.of(announced, here(5), NOBODY);
    assertThat(settlement.released()).isEmpty();
    assertThat(settlement.moved()).containsOnlyKeys(key("a"));
    assertThat(Example.text(settlement.applyTo(announced).refs(key("a")))).isEqualTo("PR=5");
    assertThat(settlement.applyTo(announced).submissions()).hasSize(1);
  }

  @Test
  void whatRepositoriesShowIsNotSubmitted() {
    Event request = submission("c", 5, "a");
    Refs shown =
        refs("main=1 HEAD=main")
            .with(List.of(new RefChange(RefName.ofNostrEvent(request.id()), Optional.of(oid(5)))));
    Family family = hosted("").withRefs(key("a"), shown);
    assertThat(Settlement.of(family, here(1, 5), NOBODY).submitted()).isEmpty();
  }

  @Test
  void settlingTwiceChangesNothing() {
    Family family =
        hosted("main=1 HEAD=main")
            .with(announced(BOB, WAITING))
            .with(stated(state("a", 2, "main=2 dev=3 HEAD=dev"), WAITING))
            .with(offered(pullRequest("c", 5, "a"), "a"))
            .with(kept(submission("d", 5, "a")));
    Family settled = Settlement.of(family, here(2, 3, 5), NOBODY).applyTo(family);
    Settlement again = Settlement.of(settled, here(2, 3, 5), NOBODY);
    assertThat(again.released()).isEmpty();
    assertThat(again.dropped()).isEmpty();
    assertThat(again.moved()).isEmpty();
    assertThat(again.submitted()).isEmpty();
  }
}
