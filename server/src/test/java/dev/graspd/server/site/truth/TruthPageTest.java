package dev.graspd.server.site.truth;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page says who speaks and what rules, and never more than is signed. */
final class TruthPageTest {
  private static final RepoAddress TOOL =
      new RepoAddress(ALICE.publicKey(), new Identifier("tool"));
  private static final CodeLinks LINKS = new CodeLinks("/", TOOL);
  private static final RefName MAIN = new RefName("refs/heads/main");
  private static final String OTHER = "3".repeat(64);
  private static final String MODERATOR = "4".repeat(64);

  private static Oid oid(String digit) {
    return new Oid(digit.repeat(40));
  }

  private static Family.Announced announced(Signer by, Standing standing, String[]... tags) {
    EventBuilder event = EventBuilder.kind(30617).at(1_000).tag("d", "tool");
    for (String[] tag : tags) {
      event.tag(tag);
    }
    return new Family.Announced(
        Announcement.of(event.signedBy(by)).orElseThrow(), standing, HostingMode.HOSTED);
  }

  private static String[] tag(String... items) {
    return items;
  }

  /** Alice and Bob maintain; Bob's announcement is held. */
  private static Family family() {
    return Family.empty(TOOL.identifier(), Maintainers.Mode.RECIPROCAL)
        .with(
            announced(
                ALICE,
                Standing.SERVED,
                tag("m", BOB.publicKey().hex()),
                tag("m", OTHER),
                tag("o", MODERATOR)))
        .with(announced(BOB, Standing.WAITING, tag("m", ALICE.publicKey().hex())));
  }

  /** {@code alice 5 SERVED 1}: at 5 she gives main the value 1; {@code x} is none. */
  private static Family with(Family family, String states) {
    Family all = family;
    for (String one : states.split(", ", -1)) {
      List<String> parts = List.of(one.split(" ", -1));
      if (parts.size() == 4) {
        Signer by = parts.getFirst().equals("alice") ? ALICE : BOB;
        String value = parts.getLast().equals("x") ? "none" : oid(parts.getLast()).hex();
        RepoState state =
            RepoState.of(
                    EventBuilder.kind(30618)
                        .at(Long.parseLong(parts.get(1)))
                        .tag("d", "tool")
                        .tag(MAIN.text(), value)
                        .signedBy(by))
                .orElseThrow();
        all = all.with(new Family.Stated(state, Standing.valueOf(parts.get(2))));
      }
    }
    return all;
  }

  private static Refs refs(String digit) {
    return new Refs(new TreeMap<>(Map.of(MAIN, oid(digit))), Optional.of(MAIN));
  }

  private static final Refusals NO_REFUSALS = new Refusals(1_700_000_000, List.of(), List.of());

  private static String html(Family family, Refs refs, SortedMap<PublicKey, String> names) {
    return html(family, refs, names, NO_REFUSALS);
  }

  private static String html(
      Family family, Refs refs, SortedMap<PublicKey, String> names, Refusals refusals) {
    Truth truth =
        new Truth(
            Truth.Signatures.of(TOOL, family, refs),
            names,
            List.of(new Truth.Relay("wss://<b>", "no")),
            new Truth.Around(
                List.of(Html.element(Tag.P, Html.text("Archived."))),
                List.of(Html.element(Tag.H2, Html.text("Storage")))),
            refusals);
    return Html.render(Html.element(Tag.DIV, TruthPage.of(LINKS, truth)));
  }

  private static String words(Family family, Refs refs) {
    return html(family, refs, new TreeMap<>()).replaceAll("<[^>]*>", " ").replaceAll(" +", " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-                                     | Nobody who speaks for it has signed a state",
        "alice 5 SERVED 1                      | can be applied, the newest rules. signed by",
        "alice 5 SERVED 1                      | 1 served, rules",
        "alice 5 SERVED 1                      | Nowhere: all branches and tags are as these",
        "alice 5 SERVED 1, bob 4 SERVED 1      | 1 served, a newer one rules",
        "alice 5 SERVED 1, bob 5 SERVED 1      | the same time: the one with the lower id",
        "alice 5 SERVED 1, bob 6 WAITING 2     | A newer one is held: pushes follow it already",
        "alice 5 SERVED 1, bob 6 WAITING 2     | 1 held, rules when its git data is here",
        "alice 5 SERVED 1, bob 6 WAITING 2     | refs/heads/main 1111111111 2222222222 npub1",
        "alice 5 SERVED 1, bob 4 WAITING 2     | 1 held, waits for git data, but one that is",
        "alice 5 SERVED x                      | No state rules yet: none that is served",
        "alice 5 SERVED x                      | 0 served, never applied: it has a ref",
        "alice 5 SERVED x                      | refs/heads/main 1111111111 not named npub1",
        "alice 5 WAITING 2                     | No state rules yet",
        "alice 5 SERVED 1                      | Older states are gone: no history is claimed.",
        "alice 5 SERVED 1                      | Archived.",
      })
  void pageSaysWhichStateRulesAndWhy(String states, String words) {
    assertThat(words(with(family(), states), refs("1"))).contains(words);
  }

  @Test
  void onlyTheNewestStateOfEachMaintainerIsShown() {
    Family family =
        with(family(), "alice 9 WAITING 3, alice 8 WAITING 4, alice 7 SERVED 1, alice 6 SERVED 5");
    assertThat(words(family, refs("1")))
        .contains("held, rules when", "served, rules", "3333333333")
        .doesNotContain("4444444444", "5555555555");
  }

  @Test
  void speakersAreNamedWithTheAnnouncementThatSaysSo() {
    Family family = family();
    String alice =
        family.announcementOf(ALICE.publicKey()).orElseThrow().announcement().event().id().hex();
    String bob =
        family.announcementOf(BOB.publicKey()).orElseThrow().announcement().event().id().hex();
    assertThat(html(family, refs("1"), new TreeMap<>()))
        .contains("/event/" + alice)
        .doesNotContain("/event/" + bob);
    assertThat(words(family, refs("1")))
        .containsSubsequence(
            " owner ",
            ", held",
            " maintainer ",
            ", held",
            "moderator, not over branches",
            "none here",
            "invited, has not confirmed",
            "none here");
  }

  @Test
  void textsOfStrangersAreEscaped() {
    SortedMap<PublicKey, String> names =
        new TreeMap<>(Map.of(ALICE.publicKey(), "<script>alert(1)</script>\u202e"));
    assertThat(html(with(family(), "alice 5 SERVED 2"), refs("1"), names))
        .contains("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;", "wss://&lt;b&gt;")
        .doesNotContain("<script", "<b>");
  }

  @Test
  void whatIsLeftOutIsCounted() {
    SortedMap<RefName, Oid> many = new TreeMap<>();
    for (int i = 0; i < SignedFacts.DIFFERENCES_MAX + 7; i++) {
      many.put(new RefName("refs/tags/v%03d".formatted(i)), oid("1"));
    }
    Family family = with(family(), "alice 5 SERVED 1");
    Refs refs = new Refs(many, Optional.empty());
    assertThat(words(family, refs)).contains("and 8 more differences, left out here");
    List<String[]> invited = new ArrayList<>();
    for (int i = 0; i < Speakers.SHOWN_MAX + 4; i++) {
      invited.add(tag("m", "%064x".formatted(i + 1)));
    }
    Family large =
        Family.empty(TOOL.identifier(), Maintainers.Mode.RECIPROCAL)
            .with(announced(ALICE, Standing.SERVED, invited.toArray(String[][]::new)));
    assertThat(words(large, refs)).contains("and 5 more keys, left out here");
  }

  @Test
  void otherFactsHaveAnotherText() {
    Family family = with(family(), "alice 5 SERVED 1");
    Truth.Signatures one = Truth.Signatures.of(TOOL, family, refs("1"));
    assertThat(one.toString())
        .isEqualTo(Truth.Signatures.of(TOOL, family, refs("1")).toString())
        .isNotEqualTo(
            Truth.Signatures.of(TOOL, with(family, "bob 6 WAITING 2"), refs("1")).toString());
  }

  /** W-54. */
  @Test
  void refusalsOfThisRunLeadToTheirPages() {
    Family family = Family.empty(TOOL.identifier(), Maintainers.Mode.RECIPROCAL);
    EventId event = EventId.parse("ab".repeat(32));
    Refusals refusals =
        new Refusals(
            1_700_000_000,
            List.of(
                new Refusals.OfRef(
                    Optional.of("refs/heads/<b>"),
                    new Refusals.Why(Optional.of(PushReason.PUSH_UNSIGNED), 1_700_000_100, 3)),
                new Refusals.OfRef(
                    Optional.empty(), new Refusals.Why(Optional.empty(), 1_700_000_200, 1))),
            List.of(
                new Refusals.OfEvent(
                    event,
                    new Refusals.Why(
                        Optional.of(EventReason.NOT_A_MAINTAINER), 1_700_000_300, 1))));

    assertThat(html(family, refs("1"), new TreeMap<>(), refusals))
        .containsSubsequence(
            "Refused since 2023-11-14 22:13:20 UTC",
            "refs/heads/&lt;b&gt;",
            "href=\"/errors/push-unsigned\"",
            "2023-11-14 22:15:00 UTC",
            "one that is not here",
            "/api/v1/why/" + event.hex(),
            "href=\"/errors/not-a-maintainer\"");
    assertThat(words(family, refs("1"))).contains("Nothing since this server started.");
  }
}
