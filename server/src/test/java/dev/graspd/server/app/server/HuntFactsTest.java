package dev.graspd.server.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.hunt.UrlTry.Result;
import dev.graspd.core.hunt.copy.CopyLook;
import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.CloneUrls;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.ops.pages.Situation.Compared;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Remote;
import dev.graspd.server.ops.pages.Situation.State;
import dev.graspd.server.ops.pages.Situation.Visit;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HuntFactsTest {
  private static final PublicKey ALICE = PublicKey.parse("a".repeat(64));
  private static final PublicKey BOB = PublicKey.parse("b".repeat(64));
  private static final String MAIN = "refs/heads/main";
  private static final Refs REFS = refs(MAIN, "1");
  private static final CloneUrl MIRROR =
      CloneUrl.parse("https://mirror.example.com/r").orElseThrow();
  private static final CloneUrl FORK = CloneUrl.parse("https://fork.example.com/r").orElseThrow();
  private static final CloneUrls URLS =
      new CloneUrls(new TreeSet<>(List.of(MIRROR)), new TreeSet<>(List.of(FORK)));

  @ParameterizedTest
  @CsvSource({
    // result, were its refs read, what it has of main, is something missing here, state
    "BROUGHT, true, same, false, IN_SYNC",
    "BROUGHT, true, same, true, BEHIND",
    "NOTHING, true, same, false, IN_SYNC",
    "NOTHING, true, same, true, BEHIND",
    "NOTHING, true, other, false, BEHIND",
    "NOTHING, true, lacks, false, BEHIND",
    "NOTHING, true, none, false, UNKNOWN",
    "NOTHING, false, none, false, UNREACHABLE",
    "BEHIND, true, lacks, false, AHEAD",
    "HINDERED, true, lacks, true, AHEAD",
    "UNREACHABLE, false, none, false, UNREACHABLE",
    "HOPELESS, false, none, false, UNREACHABLE",
    "THROTTLED, false, same, true, UNREACHABLE",
    "MISBEHAVED, false, none, true, UNREACHABLE",
    "CANCELLED, false, none, false, UNKNOWN",
  })
  void theLastLookSaysHowACopyIs(
      Result result, boolean isRead, String there, boolean isMissing, State state) {
    Remote copy = copy(new UrlTry(result, "because", isRead, 99), looks(there), REFS, isMissing);

    assertThat(copy.state()).isEqualTo(state);
    assertThat(copy.visit())
        .contains(
            new Visit(
                Instant.ofEpochSecond(99),
                result.name().toLowerCase(Locale.ROOT),
                "because",
                isRead));
    assertThat(copy.compared().map(Compared::current))
        .isEqualTo(there.equals("none") ? Optional.empty() : Optional.of(true));
  }

  @Test
  void comparisonWithRefsThatHaveMovedSinceSaysNothingOfNow() {
    Refs moved = refs(MAIN, "2");
    Remote copy = copy(new UrlTry(Result.NOTHING, "", true, 99), looks("same"), moved, false);

    assertThat(copy.state()).isEqualTo(State.UNKNOWN);
    assertThat(copy.compared().orElseThrow().current()).isFalse();
  }

  @Test
  void comparisonOfAnotherOwnersRepositoryIsNotShown() {
    HuntFacts other =
        new HuntFacts(
            BOB,
            REFS,
            Optional.of(
                view(
                    new TreeMap<>(),
                    new TreeMap<>(Map.of(MIRROR, new UrlTry(Result.NOTHING, "", true, 99))),
                    looks("same"))),
            Optional.empty(),
            false);

    assertThat(other.of(URLS).remotes().getFirst().compared()).isEmpty();
    assertThat(other.of(URLS).remotes().getFirst().state()).isEqualTo(State.UNKNOWN);
  }

  private static Remote copy(
      UrlTry last, SortedMap<CloneUrl, CopyLook> looks, Refs refs, boolean isMissing) {
    HuntView view = view(new TreeMap<>(), new TreeMap<>(Map.of(MIRROR, last)), looks);
    return new HuntFacts(ALICE, refs, Optional.of(view), Optional.empty(), isMissing)
        .of(URLS)
        .remotes()
        .getFirst();
  }

  private static SortedMap<CloneUrl, CopyLook> looks(String there) {
    SortedMap<CloneUrl, CopyLook> looks = new TreeMap<>();
    Refs refs =
        switch (there) {
          case "same" -> REFS;
          case "other" -> refs(MAIN, "3");
          default -> refs("refs/heads/else", "1");
        };
    if (!there.equals("none")) {
      RefComparison one = RefComparison.of(REFS.values(), refs.values(), Optional.empty());
      looks.put(MIRROR, new CopyLook(90, new TreeMap<>(Map.of(ALICE, one))));
    }
    return looks;
  }

  private static Refs refs(String name, String digit) {
    return new Refs(
        new TreeMap<>(Map.of(new RefName(name), new Oid(digit.repeat(40)))), Optional.empty());
  }

  @Test
  void whatIsNotLookedAtYetIsShownToo() {
    SortedMap<CloneUrl, Purpose> running = new TreeMap<>(Map.of(FORK, Purpose.FETCH));
    Instant next = Instant.ofEpochSecond(120);

    assertThat(
            new HuntFacts(
                    ALICE,
                    REFS,
                    Optional.of(view(running, new TreeMap<>(), new TreeMap<>())),
                    Optional.of(next),
                    true)
                .of(URLS))
        .isEqualTo(
            new Hunt(
                true,
                2,
                Optional.of(next),
                List.of(
                    new Remote(
                        MIRROR.text(),
                        true,
                        State.UNKNOWN,
                        false,
                        Optional.empty(),
                        Optional.empty()),
                    new Remote(
                        FORK.text(),
                        false,
                        State.UNKNOWN,
                        true,
                        Optional.empty(),
                        Optional.empty()))));
  }

  @Test
  void whereNobodyHuntsTheCopiesAreNamed() {
    Hunt hunt = new HuntFacts(ALICE, REFS, Optional.empty(), Optional.empty(), true).of(URLS);

    assertThat(hunt.enabled()).isFalse();
    assertThat(hunt.remotes()).extracting(Remote::url).containsExactly(MIRROR.text(), FORK.text());
  }

  private static HuntView view(
      SortedMap<CloneUrl, Purpose> running,
      SortedMap<CloneUrl, UrlTry> tries,
      SortedMap<CloneUrl, CopyLook> looks) {
    return new HuntView(
        new Identifier("repo"),
        true,
        2,
        OptionalLong.empty(),
        running,
        Collections.emptySortedSet(),
        tries,
        looks);
  }
}
