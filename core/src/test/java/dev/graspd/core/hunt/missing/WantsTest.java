package dev.graspd.core.hunt.missing;

import static dev.graspd.core.hunt.HuntExample.hosted;
import static dev.graspd.core.hunt.HuntExample.offered;
import static dev.graspd.core.hunt.HuntExample.oids;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static dev.graspd.core.repo.Standing.LAPSED;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntExample;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Maintainers.Mode;
import org.junit.jupiter.api.Test;

/** Which held events are looked for when objects are. */
class WantsTest {
  private static final Family RECIPROCAL = HuntExample.family(Mode.RECIPROCAL);
  private static final Family ALICES = RECIPROCAL.with(hosted("a", "", SERVED));
  private static final Event STATE = state("a", 5, "main=1 dev=2");

  @Test
  void aStateWaitsForEachObjectThatItNames() {
    Family family = ALICES.with(stated(STATE, WAITING));
    assertThat(Wants.waitingFor(family, oids(2, 9))).containsExactly(STATE.id());
    assertThat(Wants.waitingFor(family, oids(9))).isEmpty();
    assertThat(Wants.waitingFor(family, oids())).isEmpty();
  }

  @Test
  void aPullRequestWaitsForItsCommit() {
    Offered request = offered(4, "a", WAITING);
    Family family = ALICES.with(request);
    assertThat(Wants.waitingFor(family, oids(4))).containsExactly(request.request().event().id());
    assertThat(Wants.waitingFor(family, oids(5))).isEmpty();
  }

  @Test
  void anAnnouncementWaitsForWhatAStateForItWaitsFor() {
    Announced announced = hosted("a", "", WAITING);
    Announced strangers = hosted("b", "", WAITING);
    Family family = RECIPROCAL.with(announced).with(strangers).with(stated(STATE, WAITING));
    assertThat(Wants.waitingFor(family, oids(1)))
        .containsExactlyInAnyOrder(STATE.id(), announced.announcement().event().id());
  }

  @Test
  void whatIsServedOrGivenUpWaitsForNothing() {
    assertThat(Wants.waitingFor(ALICES.with(stated(STATE, SERVED)), oids(1))).isEmpty();
    assertThat(Wants.waitingFor(ALICES.with(stated(STATE, LAPSED)), oids(1))).isEmpty();
    assertThat(Wants.waitingFor(ALICES.with(offered(4, "a", LAPSED)), oids(4))).isEmpty();
  }
}
