package dev.graspd.server.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.hunt.UrlTry.Result;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.CloneUrls;
import dev.graspd.core.repo.Identifier;
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
  private static final CloneUrl MIRROR =
      CloneUrl.parse("https://mirror.example.com/r").orElseThrow();
  private static final CloneUrl FORK = CloneUrl.parse("https://fork.example.com/r").orElseThrow();
  private static final CloneUrls URLS =
      new CloneUrls(new TreeSet<>(List.of(MIRROR)), new TreeSet<>(List.of(FORK)));

  @ParameterizedTest
  @CsvSource({
    "BROUGHT, true, IN_SYNC",
    "NOTHING, false, IN_SYNC",
    "NOTHING, true, BEHIND",
    "BEHIND, false, AHEAD",
    "HINDERED, true, AHEAD",
    "UNREACHABLE, false, UNREACHABLE",
    "HOPELESS, false, UNREACHABLE",
    "THROTTLED, true, UNREACHABLE",
    "MISBEHAVED, true, UNREACHABLE",
    "CANCELLED, false, UNKNOWN",
  })
  void theLastLookSaysHowACopyIs(Result result, boolean isMissing, State state) {
    HuntView view = view(new TreeMap<>(), new TreeMap<>(Map.of(MIRROR, tried(result))));

    assertThat(new HuntFacts(Optional.of(view), Optional.empty(), isMissing).of(URLS).remotes())
        .first()
        .isEqualTo(
            new Remote(
                MIRROR.text(),
                true,
                state,
                false,
                Optional.of(
                    new Visit(
                        Instant.ofEpochSecond(99),
                        result.name().toLowerCase(Locale.ROOT),
                        "because"))));
  }

  @Test
  void whatIsNotLookedAtYetIsShownToo() {
    SortedMap<CloneUrl, Purpose> running = new TreeMap<>(Map.of(FORK, Purpose.FETCH));
    Instant next = Instant.ofEpochSecond(120);

    assertThat(
            new HuntFacts(Optional.of(view(running, new TreeMap<>())), Optional.of(next), true)
                .of(URLS))
        .isEqualTo(
            new Hunt(
                true,
                2,
                Optional.of(next),
                List.of(
                    new Remote(MIRROR.text(), true, State.UNKNOWN, false, Optional.empty()),
                    new Remote(FORK.text(), false, State.UNKNOWN, true, Optional.empty()))));
  }

  @Test
  void whereNobodyHuntsTheCopiesAreNamed() {
    Hunt hunt = new HuntFacts(Optional.empty(), Optional.empty(), true).of(URLS);

    assertThat(hunt.enabled()).isFalse();
    assertThat(hunt.remotes()).extracting(Remote::url).containsExactly(MIRROR.text(), FORK.text());
  }

  private static UrlTry tried(Result result) {
    return new UrlTry(result, "because", 99);
  }

  private static HuntView view(
      SortedMap<CloneUrl, Purpose> running, SortedMap<CloneUrl, UrlTry> tries) {
    return new HuntView(
        new Identifier("repo"),
        true,
        2,
        OptionalLong.empty(),
        running,
        Collections.emptySortedSet(),
        tries);
  }
}
