package dev.graspd.core.hunt.missing;

import static dev.graspd.core.hunt.HuntTester.ids;
import static dev.graspd.core.hunt.HuntTester.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HostRefusals;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.repo.Oid;
import java.util.List;
import org.junit.jupiter.api.Test;

/** purgatory.md, section 4, "One pass over a URL". */
class PassPlanTest {
  private static final CloneUrl URL = url("a.example/r");

  @Test
  void everythingAdvertisedIsAskedForInOneRequest() {
    assertThat(new PassPlan(ids(1, 2, 3), ids(2, 3, 4, 5), ids()).together()).isEqualTo(ids(2, 3));
    assertThat(new PassPlan(ids(1), ids(2), ids()).together()).isEmpty();
  }

  @Test
  void atMostTwoOthersAreAskedForSingly() {
    PassPlan plan = new PassPlan(ids(1), ids(1, 2, 3, 4), ids());
    assertThat(plan.singly(ids(1, 2, 3, 4))).isEqualTo(List.copyOf(ids(2, 3)));
    assertThat(plan.singly(ids(4))).as("what came along is not asked for").hasSize(1);
    assertThat(plan.singly(ids())).isEmpty();
  }

  @Test
  void whatWasRefusedIsNotAskedForAgainSoThatOthersHaveTheirTurn() {
    PassPlan plan = new PassPlan(ids(), ids(2, 3, 4, 5), ids(2, 4));
    assertThat(plan.singly(ids(2, 3, 4, 5))).isEqualTo(List.copyOf(ids(3, 5)));
  }

  @Test
  void refusalIsRememberedUntilTheAdvertisementChanges() {
    HostRefusals refusals = new HostRefusals();
    Oid refused = ids(9).first();
    refusals.add(URL, ids(1, 2), refused);
    refusals.add(URL, ids(1, 2), ids(8).first());
    assertThat(refusals.of(URL, ids(1, 2))).isEqualTo(ids(8, 9));
    assertThat(refusals.of(URL, ids(1, 2, 3))).isEmpty();
    assertThat(refusals.of(url("b.example/r"), ids(1, 2))).isEmpty();
    refusals.add(URL, ids(3), ids(7).first());
    assertThat(refusals.of(URL, ids(3))).isEqualTo(ids(7));
    assertThat(refusals.of(URL, ids(1, 2))).isEmpty();
  }

  @Test
  void memoryOfRefusalsIsBounded() {
    HostRefusals refusals = new HostRefusals();
    for (int i = 0; i <= HostRefusals.IDS_MAX; i++) {
      refusals.add(URL, ids(1), ids(i).first());
    }
    assertThat(refusals.of(URL, ids(1))).hasSize(HostRefusals.IDS_MAX);
    for (int i = 0; i < HostRefusals.URLS_MAX; i++) {
      refusals.add(url("b.example/" + i), ids(1), ids(5).first());
    }
    assertThat(refusals.of(URL, ids(1))).as("the one that was changed longest ago").isEmpty();
    assertThat(refusals.of(url("b.example/0"), ids(1))).isEqualTo(ids(5));
  }
}
