package dev.graspd.server.family;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.Removal;
import dev.graspd.server.hosting.RepoWords;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which effects follow from the difference of two views. */
class FamilyChangeTest {
  private static final Identifier REPO = new Identifier("repo");
  private static final Event OLD = RepoWords.announcement(ALICE, "repo", 0);
  private static final Event NEW = RepoWords.announcement(ALICE, "repo", 1);
  private static final Settlement NOTHING =
      new Settlement(new TreeSet<>(), new TreeSet<>(), new TreeMap<>());
  private static final Family BEFORE = with(Family.empty(REPO, Maintainers.Mode.RECIPROCAL), OLD);

  private static Family with(Family family, Event announcement) {
    return family.with(
        new Announced(
            Announcement.of(announcement).orElseThrow(), Standing.WAITING, HostingMode.HOSTED));
  }

  private static Refs main(int value) {
    return new Refs(
        new TreeMap<>(Map.of(new RefName("refs/heads/main"), RepoWords.oid(value))),
        Optional.empty());
  }

  @Test
  void sameViewHasNoEffect() {
    assertThat(FamilyChange.of(BEFORE, BEFORE, NOTHING).isEmpty()).isTrue();
  }

  @Test
  void newerVersionComesFirstAndReplacesTheHeldOne() {
    var arrive = new FamilyEffect.Arrive(NEW, FamilyChange.Place.NOBODYS, false);
    FamilyChange change = FamilyChange.of(BEFORE, with(BEFORE, NEW), NOTHING, List.of(arrive));
    assertThat(change.effects()).containsExactly(arrive, new FamilyEffect.Replace(OLD.id()));
    assertThat(change.cause()).isEqualTo("event " + NEW.id());
  }

  @Test
  void removedEventIsNotReplacedAsWell() {
    var remove = new FamilyEffect.Remove(OLD.id(), Removal.DELETED);
    FamilyChange change =
        FamilyChange.of(BEFORE, BEFORE.without(OLD.id()), NOTHING, List.of(remove));
    assertThat(change.effects()).containsExactly(remove);
  }

  @Test
  void refsAreMovedToWhatTheSettlementSays() {
    Settlement settlement =
        new Settlement(
            new TreeSet<>(List.of(OLD.id())),
            new TreeSet<>(),
            new TreeMap<>(Map.of(ALICE.publicKey(), main(2))));
    FamilyChange change =
        FamilyChange.of(BEFORE, BEFORE.withRefs(ALICE.publicKey(), main(1)), settlement);
    assertThat(change.effects())
        .containsExactly(
            new FamilyEffect.Release(OLD.id()),
            new FamilyEffect.MoveRefs(
                new RepoAddress(ALICE.publicKey(), REPO), Refs.NONE, main(2)));
    assertThat(change.after().refs(ALICE.publicKey())).isEqualTo(main(2));
  }

  @Test
  void changeIsAValue() {
    FamilyChange first = FamilyChange.of(BEFORE, BEFORE, NOTHING);
    FamilyChange more = first.with(FamilyPublisher.renewals(List.of(OLD.id()))).causedBy("a push");
    assertThat(first.isEmpty()).isTrue();
    assertThat(first.cause()).isEmpty();
    assertThat(more.effects()).containsExactly(new FamilyEffect.Renew(OLD.id(), ""));
    assertThat(more.cause()).isEqualTo("a push");
  }
}
