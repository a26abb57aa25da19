package dev.graspd.core.hunt.missing;

import static dev.graspd.core.hunt.HuntExample.hosted;
import static dev.graspd.core.hunt.HuntExample.offered;
import static dev.graspd.core.hunt.HuntExample.text;
import static dev.graspd.core.hunt.HuntExample.unhosted;
import static dev.graspd.core.policy.Example.SERVICE;
import static dev.graspd.core.policy.Example.event;
import static dev.graspd.core.policy.Example.here;
import static dev.graspd.core.policy.Example.oid;
import static dev.graspd.core.policy.Example.state;
import static dev.graspd.core.policy.Example.stated;
import static dev.graspd.core.repo.Standing.LAPSED;
import static dev.graspd.core.repo.Standing.SERVED;
import static dev.graspd.core.repo.Standing.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntExample;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Maintainers.Mode;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.TipsHere;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of purgatory.md, section 4, that say what is wanted and where it is sought. */
class FetchTargetsTest {
  private static final String A = "https://a.org/r";
  private static final String B = "https://b.org/r";
  private static final String C = "https://c.org/r";
  private static final Family RECIPROCAL = HuntExample.family(Mode.RECIPROCAL);
  private static final Family LISTED = HuntExample.family(Mode.LISTED);
  private static final Family ALICES = RECIPROCAL.with(hosted("a", "", SERVED, A));
  private static final Event TWO = state("a", 2, "main=2");

  record Row(String name, Family family, TipsHere here, String expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Row> wantedObjects() {
    return Stream.of(
        new Row("held state", ALICES.with(stated(TWO, WAITING)), here(), "a.org/r:2"),
        new Row(
            "minus what is here",
            ALICES.with(stated(state("a", 2, "main=1 dev=2"), WAITING)),
            here(1),
            "a.org/r:2"),
        new Row(
            "several events miss data together",
            ALICES
                .with(stated(TWO, WAITING))
                .with(stated(state("a", 3, "main=3"), WAITING))
                .with(offered(4, "a", WAITING)),
            here(),
            "a.org/r:2 3 4"),
        new Row("served state", ALICES.with(stated(TWO, SERVED)), here(2), "a.org/r:"),
        new Row("lapsed state", ALICES.with(stated(TWO, LAPSED)), here(), "a.org/r:"),
        new Row(
            "state that can never be obeyed",
            ALICES.with(
                stated(
                    event(
                        30618,
                        "a",
                        2,
                        Tag.of("d", "repo"),
                        Tag.of("refs/heads/main", oid(2).hex()),
                        Tag.of("refs/heads/dev", "2".repeat(64))),
                    WAITING)),
            here(),
            "a.org/r:"),
        new Row(
            "stranger's state",
            ALICES.with(stated(state("c", 2, "main=2"), WAITING)),
            here(),
            "a.org/r:"),
        new Row(
            "commit of a pull request", ALICES.with(offered(4, "a", WAITING)), here(), "a.org/r:4"),
        new Row("commit that is here", ALICES.with(offered(4, "a", WAITING)), here(4), "a.org/r:"),
        new Row("lapsed pull request", ALICES.with(offered(4, "a", LAPSED)), here(), "a.org/r:"),
        new Row(
            "commit of 64 digits",
            ALICES.with(offered("4".repeat(64), "a", WAITING)),
            here(),
            "a.org/r:"),
        new Row(
            "pull request for a repository that is gone",
            ALICES.with(offered(4, "b", WAITING)),
            here(),
            "a.org/r:"));
  }

  static Stream<Row> places() {
    Family bobToo = ALICES.with(hosted("b", "", SERVED, B));
    return Stream.of(
        new Row(
            "confirmed co-maintainer, hosted or not",
            RECIPROCAL
                .with(hosted("a", "b", SERVED, A))
                .with(unhosted("b", "a", B))
                .with(stated(TWO, WAITING)),
            here(),
            "a.org/r:2, b.org/r:2"),
        new Row(
            "the co-maintainer's own state",
            RECIPROCAL
                .with(hosted("a", "b", SERVED, A))
                .with(unhosted("b", "a", B))
                .with(stated(state("b", 2, "main=2"), WAITING)),
            here(),
            "a.org/r:2, b.org/r:2"),
        new Row(
            "invited key, reciprocal",
            RECIPROCAL
                .with(hosted("a", "b", SERVED, A))
                .with(unhosted("b", "", B))
                .with(stated(TWO, WAITING)),
            here(),
            "a.org/r:2"),
        new Row(
            "listed key, listed",
            LISTED
                .with(hosted("a", "b", SERVED, A))
                .with(unhosted("b", "", B))
                .with(stated(state("b", 2, "main=2"), WAITING)),
            here(),
            "a.org/r:2, b.org/r:2"),
        new Row(
            "held announcement, which is not compared",
            RECIPROCAL.with(hosted("a", "", WAITING, A, B)).with(stated(TWO, WAITING)),
            here(),
            "a.org/r:2, b.org/r:2"),
        new Row(
            "held announcement that lacks nothing",
            RECIPROCAL.with(hosted("a", "", WAITING, A)).with(stated(TWO, WAITING)),
            here(2),
            ""),
        new Row(
            "lapsed announcement",
            RECIPROCAL
                .with(hosted("a", "b", SERVED, A))
                .with(hosted("b", "a", LAPSED, B))
                .with(stated(TWO, WAITING)),
            here(),
            "a.org/r:2"),
        new Row(
            "another owner's repository, which is only compared",
            bobToo.with(stated(TWO, WAITING)),
            here(),
            "a.org/r:2, b.org/r:"),
        new Row("hosted family that lacks nothing", bobToo, here(), "a.org/r:, b.org/r:"),
        new Row(
            "pull request's own clone URL, where no state is sought",
            ALICES.with(stated(TWO, WAITING)).with(offered(4, "a", WAITING, C)),
            here(),
            "a.org/r:2 4, c.org/r:4"),
        new Row(
            "pull request and the repository that it does not name",
            bobToo.with(offered(4, "a", WAITING)),
            here(),
            "a.org/r:4, b.org/r:"),
        new Row(
            "served pull request, whose own clone URL is only compared",
            ALICES.with(offered(4, "a", SERVED, C)),
            here(4),
            "a.org/r:, c.org/r:"),
        new Row(
            "given-up pull request, likewise",
            ALICES.with(offered(4, "a", LAPSED, C)),
            here(),
            "a.org/r:, c.org/r:"),
        new Row(
            "our own address",
            ALICES.with(
                hosted(
                    "a",
                    "",
                    SERVED,
                    "https://git.example.org/npub1/repo.git",
                    "http://GIT.example.org:80/x",
                    A)),
            here(),
            "a.org/r:"),
        new Row(
            "our own address in a pull request",
            ALICES.with(offered(4, "a", WAITING, "https://git.example.org/prs/npub1/repo.git")),
            here(),
            "a.org/r:4"),
        new Row(
            "http and https only",
            ALICES.with(
                hosted("a", "", SERVED, "ssh://a.org/r", "git://a.org/r", "/tmp/r", "ext::sh", A)),
            here(),
            "a.org/r:"));
  }

  @ParameterizedTest
  @MethodSource({"wantedObjects", "places"})
  void quarryIs(Row row) {
    assertThat(text(FetchTargets.of(row.family, row.here, SERVICE))).isEqualTo(row.expected);
  }

  @Test
  void familyIsHostedWhenARepositoryIsServed() {
    Family held = RECIPROCAL.with(hosted("a", "", WAITING, A));
    Family stored = RECIPROCAL.with(unhosted("a", "", A));
    assertThat(FetchTargets.of(ALICES, here(), SERVICE).hosted()).isTrue();
    assertThat(FetchTargets.of(held, here(), SERVICE).hosted()).isFalse();
    assertThat(FetchTargets.of(stored, here(), SERVICE).hosted()).isFalse();
  }

  static Stream<Row> remembered() {
    Family lapsed = RECIPROCAL.with(hosted("a", "", LAPSED, A));
    return Stream.of(
        new Row("lapsed announcement alone", lapsed, here(), "not compared"),
        new Row("its lapsed state", lapsed.with(stated(TWO, LAPSED)), here(), "a.org/r:"),
        new Row(
            "state of a stranger",
            lapsed.with(stated(state("c", 2, "main=2"), LAPSED)),
            here(),
            ""),
        new Row(
            "co-maintainer's state and URLs",
            RECIPROCAL
                .with(hosted("a", "b", LAPSED, A))
                .with(hosted("b", "a", LAPSED, B))
                .with(stated(state("b", 2, "main=2"), LAPSED)),
            here(),
            "a.org/r:, b.org/r:"),
        new Row(
            "pull request for a lapsed repository",
            lapsed.with(offered(4, "a", LAPSED, C)),
            here(),
            "a.org/r:, c.org/r:"),
        new Row(
            "held announcement, lapsed state",
            RECIPROCAL.with(hosted("a", "", WAITING, A)).with(stated(TWO, LAPSED)),
            here(),
            "a.org/r:"));
  }

  @ParameterizedTest
  @MethodSource("remembered")
  void familyIsComparedWhileACloneUrlMayReviveItsEvents(Row row) {
    MissingData missing = FetchTargets.of(row.family, row.here, SERVICE);
    assertThat(missing.hosted() ? text(missing) : "not compared").isEqualTo(row.expected);
    assertThat(FetchTargets.isCompared(row.family, SERVICE)).isEqualTo(missing.hosted());
  }

  @Test
  void familyThatNamesThisServerAloneIsComparedWithNothing() {
    String own = SERVICE.httpUrl() + "/r.git";
    Family alone = RECIPROCAL.with(hosted("a", "", SERVED, own));
    assertThat(FetchTargets.isCompared(alone, SERVICE)).isFalse();
    assertThat(FetchTargets.of(alone, here(), SERVICE).hosted()).isFalse();
    assertThat(FetchTargets.isCompared(alone.with(hosted("b", "", WAITING, B)), SERVICE)).isTrue();
    assertThat(FetchTargets.isCompared(alone.with(offered(4, "a", SERVED, C)), SERVICE)).isTrue();
  }

  @Test
  void urlsOfOneEventAreBounded() {
    String[] urls = urls("a", FetchTargets.URLS_PER_EVENT_MAX + 1);
    Family family = RECIPROCAL.with(hosted("a", "", SERVED, urls)).with(stated(TWO, WAITING));
    MissingData missing = FetchTargets.of(family, here(), SERVICE);
    assertThat(missing.places()).hasSize(FetchTargets.URLS_PER_EVENT_MAX);
  }

  @Test
  void sixtyFourUrlsOfAnEventAreUsed() {
    Family family =
        RECIPROCAL.with(hosted("a", "", SERVED, urls("a", 65))).with(stated(TWO, WAITING));
    MissingData missing = FetchTargets.of(family, here(), SERVICE);
    assertThat(missing.places()).hasSize(64).containsKey(url("https://a.org/r63"));
    Family requests = ALICES.with(offered(4, "a", WAITING, urls("z", 65)));
    assertThat(FetchTargets.of(requests, here(), SERVICE).offered())
        .hasSize(64)
        .contains(url("https://z.org/r63"));
  }

  @Test
  void ownersWithManyUrlsLeaveRoomForTheFirstUrlsOfOthers() {
    Family family = RECIPROCAL.with(hosted("f", "", SERVED, "https://f.org/r"));
    family = family.with(stated(state("f", 2, "main=2"), WAITING));
    for (String letter : List.of("0", "1", "2", "3", "4", "5", "6", "7", "8")) {
      family =
          family
              .with(hosted(letter, "", SERVED, urls(letter, 64)))
              .with(stated(state(letter, 3, "main=3"), WAITING));
    }
    MissingData missing = FetchTargets.of(family, here(), SERVICE);
    assertThat(missing.places()).hasSize(FetchTargets.PLACES_MAX);
    assertThat(missing.places().get(url("https://f.org/r"))).containsExactly(oid(2));
  }

  private static CloneUrl url(String text) {
    return CloneUrl.parse(text).orElseThrow();
  }

  @Test
  void placesAreBoundedAndThoseOfPullRequestsComeLast() {
    Family family = RECIPROCAL;
    for (String letter : List.of("0", "1", "2", "b", "c", "e")) {
      family =
          family.with(hosted(letter, "", SERVED, urls(letter, FetchTargets.URLS_PER_EVENT_MAX)));
    }
    for (int i = 0; i < FetchTargets.PLACES_MAX; i++) {
      family = family.with(offered(10 + i, "b", WAITING, "https://z.org/" + i));
    }
    family = family.with(hosted("a", "", SERVED, A)).with(stated(TWO, WAITING));
    MissingData missing = FetchTargets.of(family, here(), SERVICE);
    assertThat(missing.places()).hasSize(FetchTargets.PLACES_MAX);
    assertThat(missing.offered())
        .hasSize(FetchTargets.PLACES_MAX - 6 * FetchTargets.URLS_PER_EVENT_MAX - 1)
        .allMatch(url -> url.text().startsWith("https://z.org/"));
    assertThat(missing.places().get(CloneUrl.parse(A).orElseThrow())).containsExactly(oid(2));
  }

  @Test
  void idsOfOnePlaceAreBoundedAndThoseOfTheNewestStateComeFirst() {
    List<Tag> many = new ArrayList<>(List.of(Tag.of("d", "repo")));
    for (int i = 0; i < FetchTargets.IDS_PER_PLACE_MAX; i++) {
      many.add(Tag.of("refs/heads/b" + i, oid(10 + i).hex()));
    }
    Family family =
        ALICES
            .with(stated(event(30618, "a", 2, many.toArray(Tag[]::new)), WAITING))
            .with(stated(state("a", 3, "main=999999"), WAITING));
    MissingData missing = FetchTargets.of(family, here(), SERVICE);
    assertThat(missing.wanted()).hasSize(FetchTargets.IDS_PER_PLACE_MAX).contains(oid(999_999));
  }

  private static String[] urls(String host, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "https://" + host + ".org/r" + i)
        .toArray(String[]::new);
  }

  @Test
  void whatServedRepositoriesLostIsSoughtAtTheirOtherCopies() {
    Family family =
        ALICES
            .with(hosted("b", "", WAITING, B))
            .with(stated(state("a", 2, "main=2"), SERVED))
            .with(offered(4, "a", WAITING, C));
    FetchTargets.Lost lost = new FetchTargets.Lost(HuntExample.oids(1, 2), List.of());
    MissingData missing = FetchTargets.of(family, here(2), SERVICE, lost);
    assertThat(text(missing)).isEqualTo("a.org/r:1 2 4, c.org/r:4");
  }

  @Test
  void lostCommitOfAServedPullRequestIsSoughtForItsRepositoryAndWhereItsAuthorSays() {
    PullRequest request = offered(4, "a", SERVED, C).request();
    FetchTargets.Lost lost = new FetchTargets.Lost(HuntExample.oids(1, 4), List.of(request));
    MissingData hosted = FetchTargets.of(ALICES, here(), SERVICE, lost);
    assertThat(text(hosted)).isEqualTo("a.org/r:1 4, c.org/r:4");
    assertThat(hosted.offered()).extracting(CloneUrl::text).containsExactly(C);
    Family elsewhere = RECIPROCAL.with(unhosted("a", "", A));
    assertThat(text(FetchTargets.of(elsewhere, here(), SERVICE, lost)))
        .isEqualTo("a.org/r:4, c.org/r:4");
    assertThat(text(FetchTargets.of(RECIPROCAL, here(), SERVICE, lost))).isEqualTo("c.org/r:4");
  }

  @Test
  void whatOnlyPullRequestsNameIsToldApart() {
    Family family =
        ALICES.with(offered(4, "a", WAITING, A, C)).with(stated(state("a", 2, "main=2"), WAITING));
    MissingData missing = FetchTargets.of(family, here(), SERVICE);
    assertThat(text(missing)).isEqualTo("a.org/r:2 4, c.org/r:4");
    assertThat(missing.offered()).extracting(CloneUrl::text).containsExactly(C);
  }
}
