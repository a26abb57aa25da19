package dev.graspd.core.hunt.missing;

import static dev.graspd.core.hunt.HuntExample.hosted;
import static dev.graspd.core.hunt.HuntExample.offered;
import static dev.graspd.core.hunt.HuntExample.oids;
import static dev.graspd.core.hunt.HuntExample.unhosted;
import static dev.graspd.core.policy.Example.here;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static dev.graspd.core.repo.Standing.LAPSED;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntExample;
import dev.graspd.core.policy.Example;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Maintainers.Mode;
import dev.graspd.core.repo.TipsHere;
import org.junit.jupiter.api.Test;

class FetchedObjectsTest {
  private static final Family RECIPROCAL = HuntExample.family(Mode.RECIPROCAL);
  private static final Family BOTH =
      RECIPROCAL.with(hosted("a", "b", WAITING)).with(hosted("b", "a", WAITING));

  private static FetchedObjects haul(Family family, TipsHere before, TipsHere after) {
    return FetchedObjects.of(family, after, FetchedObjects.brought(family, before, after));
  }

  @Test
  void onlyWhatIsLackedCountsAsBrought() {
    Family family = BOTH.with(stated(state("a", 2, "main=1 dev=2 old=3"), WAITING));
    assertThat(FetchedObjects.brought(family, here(1), here(1, 2, 9))).isEqualTo(oids(2));
  }

  @Test
  void stateThatIsCompletedFillsEveryRepositoryThatObeysIt() {
    Family family = BOTH.with(stated(state("a", 2, "main=1"), WAITING));
    FetchedObjects haul = haul(family, here(), here(1));
    assertThat(haul.delivered()).containsExactly(key("a"), key("b"));
    assertThat(haul.taker()).contains(new FetchedObjects.Taker(key("a"), Quota.Cause.SIGNED));
  }

  @Test
  void stateFillsNoRepositoryThatDoesNotObeyIt() {
    Family family =
        RECIPROCAL
            .with(hosted("a", "", WAITING))
            .with(hosted("b", "", WAITING))
            .with(stated(state("a", 2, "main=1"), WAITING));
    assertThat(haul(family, here(), here(1)).delivered()).containsExactly(key("a"));
  }

  @Test
  void partOfAStateIsWantedAndFillsNothing() {
    Family family = BOTH.with(stated(state("a", 2, "main=1 dev=2"), WAITING));
    FetchedObjects haul = haul(family, here(), here(1));
    assertThat(haul.isUnwanted()).isFalse();
    assertThat(haul.delivered()).isEmpty();
    assertThat(haul(family, here(1), here(1, 2)).delivered()).isNotEmpty();
  }

  @Test
  void stateThatWasCompleteBeforeFillsNothing() {
    Family family =
        BOTH.with(stated(state("a", 2, "main=1"), WAITING))
            .with(stated(state("a", 1, "main=2"), WAITING));
    assertThat(haul(family, here(1), here(1, 2)).delivered()).isEmpty();
  }

  @Test
  void stateThatIsOutdoneByAServedOneFillsNothing() {
    Family family =
        BOTH.with(stated(state("a", 2, "main=1"), SERVED))
            .with(stated(state("b", 1, "main=2"), WAITING));
    FetchedObjects haul = haul(family, here(1), here(1, 2));
    assertThat(haul.isUnwanted()).isFalse();
    assertThat(haul.delivered()).isEmpty();
  }

  @Test
  void pullRequestFillsNothing() {
    FetchedObjects haul = haul(BOTH.with(offered(4, "a", WAITING)), here(), here(4));
    assertThat(haul.taker()).contains(new FetchedObjects.Taker(key("a"), Quota.Cause.OFFERED));
    assertThat(haul.delivered()).isEmpty();
  }

  @Test
  void submissionThatNoRepositoryTakesCountsForItsSigner() {
    Offered offered = offered(4, "e", WAITING);
    Family without = BOTH.with(offered);
    Family with =
        BOTH.with(new Offered(offered.request(), offered.targets(), offered.standing(), true));
    assertThat(haul(without, here(), here(4)).isUnwanted()).isTrue();
    FetchedObjects haul = haul(with, here(), here(4));
    assertThat(haul.taker()).contains(new FetchedObjects.Taker(key("d"), Quota.Cause.OFFERED));
    assertThat(haul.delivered()).isEmpty();
  }

  @Test
  void nobodyWantsWhatNothingHeldWaitsFor() {
    Family family =
        BOTH.with(stated(state("a", 2, "main=1"), LAPSED))
            .with(stated(state("c", 2, "main=2"), WAITING))
            .with(offered(4, "a", LAPSED));
    assertThat(haul(family, here(), here(1, 2, 4, 9)).isUnwanted()).isTrue();
  }

  @Test
  void bytesCountForTheOwnerWhenTheAuthorHasNoRepositoryHere() {
    Family family =
        RECIPROCAL
            .with(hosted("a", "b", SERVED))
            .with(unhosted("b", "a"))
            .with(stated(state("b", 2, "main=1"), WAITING));
    assertThat(haul(family, here(), here(1)).taker())
        .contains(new FetchedObjects.Taker(key("a"), Quota.Cause.SIGNED));
  }

  @Test
  void bytesThatMendCountForAnOwnerWhoseRepositoryShowsThem() {
    Family family = BOTH.withRefs(key("b"), Example.refs("main=1"));
    assertThat(FetchedObjects.keeperOf(family, oids(1, 9)))
        .contains(new FetchedObjects.Taker(key("b"), Quota.Cause.SIGNED));
    assertThat(FetchedObjects.keeperOf(family, oids(2))).isEmpty();
  }
}
