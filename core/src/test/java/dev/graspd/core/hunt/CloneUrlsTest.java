package dev.graspd.core.hunt;

import static dev.graspd.core.hunt.HuntExample.hosted;
import static dev.graspd.core.hunt.HuntExample.offered;
import static dev.graspd.core.policy.Example.SERVICE;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.repo.Standing.LAPSED;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Maintainers.Mode;
import org.junit.jupiter.api.Test;

/** Where people may look for one owner's repository. */
class CloneUrlsTest {
  private static final String A = "https://a.org/r";
  private static final String B = "https://b.org/r";
  private static final String C = "https://c.org/r";
  private static final String D = "https://d.org/r";

  private static CloneUrls urls(Family family) {
    return CloneUrls.of(key("a"), family, SERVICE);
  }

  @Test
  void copiesAreWhatThoseWhoSpeakForItAnnounce() {
    Family family =
        HuntExample.family(Mode.RECIPROCAL)
            .with(hosted("a", "b", SERVED, A, "https://git.example.org/x/r.git"))
            .with(hosted("b", "a", SERVED, B))
            .with(hosted("c", "", SERVED, C));

    assertThat(urls(family).announced()).extracting(CloneUrl::text).containsExactly(A, B);
  }

  @Test
  void pullRequestsThatWaitForItNameFurtherPlaces() {
    Family family =
        HuntExample.family(Mode.RECIPROCAL)
            .with(hosted("a", "", SERVED, A))
            .with(hosted("c", "", SERVED, C));

    assertThat(urls(family.with(offered(4, "a", WAITING, A, D))).offered())
        .extracting(CloneUrl::text)
        .containsExactly(D);
    assertThat(urls(family.with(offered(4, "a", LAPSED, D))).offered()).isEmpty();
    assertThat(urls(family.with(offered(4, "c", WAITING, D))).offered()).isEmpty();
  }
}
