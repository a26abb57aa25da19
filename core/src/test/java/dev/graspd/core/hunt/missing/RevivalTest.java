package dev.graspd.core.hunt.missing;

import static dev.graspd.core.hunt.HuntExample.hosted;
import static dev.graspd.core.hunt.HuntExample.offered;
import static dev.graspd.core.hunt.HuntExample.oids;
import static dev.graspd.core.policy.Example.here;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static dev.graspd.core.repo.Standing.LAPSED;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntExample;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Maintainers.Mode;
import org.junit.jupiter.api.Test;

class RevivalTest {
  private static final Family ALICES =
      HuntExample.family(Mode.RECIPROCAL).with(hosted("a", "b", SERVED));
  private static final Event LATE = state("a", 5, "main=1 dev=2");

  @Test
  void lapsedStateWaitsAgainWhenAnIdThatItLacksIsShown() {
    Family family = ALICES.with(stated(LATE, LAPSED));
    assertThat(Revival.of(family, here(1), oids(2, 9))).containsExactly(LATE.id());
    assertThat(Revival.of(family, here(1), oids(1, 9))).isEmpty();
    assertThat(Revival.of(family, here(1), oids())).isEmpty();
  }

  @Test
  void lapsedPullRequestWaitsAgainWhenItsCommitIsShown() {
    Offered lapsed = offered(4, "a", LAPSED);
    Family family = ALICES.with(lapsed);
    assertThat(Revival.of(family, here(), oids(4))).containsExactly(lapsed.request().event().id());
    assertThat(Revival.of(family, here(), oids(5))).isEmpty();
  }

  @Test
  void whatHasComeByAnotherWayMeanwhileNeedsNoSign() {
    Offered lapsed = offered(4, "a", LAPSED);
    Family family = ALICES.with(stated(LATE, LAPSED)).with(lapsed);
    assertThat(Revival.of(family, here(1, 2), oids(9))).containsExactly(LATE.id());
    assertThat(Revival.of(family, here(4), oids(9))).containsExactly(lapsed.request().event().id());
  }

  @Test
  void whatWaitsAlreadyIsNotRevived() {
    Family family = ALICES.with(stated(LATE, WAITING)).with(offered(4, "a", WAITING));
    assertThat(Revival.of(family, here(), oids(1, 2, 4))).isEmpty();
  }

  @Test
  void stateThatANewerServedOneOutdoesStaysAway() {
    Family family = ALICES.with(stated(LATE, LAPSED));
    assertThat(Revival.of(family.with(stated(state("a", 4, "main=1"), SERVED)), here(1), oids(2)))
        .containsExactly(LATE.id());
    assertThat(Revival.of(family.with(stated(state("a", 6, "main=1"), SERVED)), here(1), oids(2)))
        .isEmpty();
  }
}
