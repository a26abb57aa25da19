package dev.graspd.core.hunt.missing;

import static dev.graspd.core.hunt.HuntExample.hosted;
import static dev.graspd.core.hunt.HuntExample.offered;
import static dev.graspd.core.policy.Example.SERVICE;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.repo.Standing.LAPSED;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntExample;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Maintainers.Mode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        // clone URLs; where to push
        "https://a.org/r https://b.org/NPUB/repo.git    | https://b.org/NPUB/repo.git",
        "https://git.example.org/NPUB/repo.git https://a.org/r | https://a.org/r",
        "ssh://a.org/r https://b.org/r https://c.org/r  | https://b.org/r",
        "https://a.org/OTHER/repo.git https://b.org/NPUB/repo.git | https://b.org/NPUB/repo.git",
        "ssh://a.org/r                                  | none",
        "https://git.example.org/NPUB/repo.git          | none",
      })
  void pushesBelongToTheOwnersGraspServerIfThereIsOne(String urls, @Nullable String expected) {
    String npub = Bech32.npub(key("a"));
    String[] texts =
        urls.replace("NPUB", npub).replace("OTHER", Bech32.npub(key("b"))).split(" ", -1);
    assertThat(
            CloneUrls.toPush(hosted("a", "", SERVED, texts).announcement(), SERVICE)
                .map(CloneUrl::text))
        .isEqualTo(Optional.ofNullable(expected).map(text -> text.replace("NPUB", npub)));
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
