package dev.graspd.server.site.find;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.search.SearchText;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.SiteAddress.Search;
import dev.graspd.server.site.find.FindPage.Found;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page of a search shows (W-62). */
final class FindPageTest {
  private static final String BASE = "/grasp/";
  private static final String HOSTILE = "<script>alert(1)</script>\"'&";
  private static final Search ASKED = new Search(HOSTILE, Search.Type.ISSUES);

  private static String page(Search asked, Found found) {
    return Html.render(Html.element(Tag.MAIN, FindPage.of(BASE, asked, found)));
  }

  private static Found.Hits found(boolean hasMore, FindHit... hits) {
    SortedMap<PublicKey, String> names = new TreeMap<>(Map.of(BOB.publicKey(), HOSTILE));
    return new Found.Hits(List.of(hits), hasMore, names);
  }

  private static FindHit hit(String title, String snippet) {
    return new FindHit(
        EventBuilder.kind(1621).at(1_700_000_000).unsignedBy(BOB.publicKey()).head(),
        title,
        "issue",
        new SiteAddress.SignedEvent(EventId.parse("ab".repeat(32))),
        Optional.of(new RepoAddress(ALICE.publicKey(), new Identifier("<b>"))),
        snippet);
  }

  @Test
  void textOfStrangersIsNoMarkup() {
    assertThat(page(ASKED, found(true, hit(HOSTILE, HOSTILE))))
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .doesNotContain("<script")
        .doesNotContain("<b>");
  }

  @Test
  void hitSaysWhatItIsWhereItBelongsWhoWroteItAndWhen() {
    assertThat(page(ASKED, found(false, hit("It crashes", "at start"))))
        .contains("href=\"/grasp/event/" + "ab".repeat(32) + "\"")
        .contains("It crashes", "at start", "issue in ", "2023-11-14")
        .contains("href=\"/grasp/" + Bech32.npub(ALICE.publicKey()) + "/%3Cb%3E\"")
        .contains("title=\"" + Bech32.npub(BOB.publicKey()) + "\"")
        .doesNotContain("there are more");
  }

  @Test
  void formKeepsWhatWasAskedFor() {
    assertThat(page(new Search("two words", Search.Type.PEOPLE), found(false)))
        .contains("method=\"get\" action=\"/grasp/search\"", "value=\"two words\"")
        .contains("<option value=\"people\" selected=\"selected\">")
        .contains("Nothing was found in people.");
  }

  @Test
  void boundIsSaid() {
    assertThat(page(ASKED, found(true, hit("a", ""), hit("", ""))))
        .contains("These are the best 2; there are more.", "(no title)");
  }

  @Test
  void searchThatCannotBeAnsweredSaysWhy() {
    assertThat(page(ASKED, new Found.Off())).contains("switched off on this server");
    assertThat(page(ASKED, new Found.Building(63))).contains("is being built (63 %)");
    assertThat(page(ASKED, new Found.Invalid("it has no word"))).contains("it has no word.");
    assertThat(page(ASKED, new Found.TooMuch())).contains("takes too long");
    assertThat(page(ASKED, new Found.Nothing())).contains("All words must occur");
  }

  @ParameterizedTest
  @CsvSource({
    "short text, text, short text",
    "'a  b\n c', b, a b c",
    "'', word, ''",
  })
  void snippetIsOneLine(String text, String asked, String expected) {
    assertThat(Snippet.of(text, text(asked))).isEqualTo(expected);
  }

  @Test
  void snippetBeginsShortlyBeforeTheWord() {
    String text = "many other words ".repeat(50) + "then the Needle is here " + "x ".repeat(500);

    String snippet = Snippet.of(text, text("needle"));

    assertThat(snippet).startsWith("… ").contains("Needle").endsWith("…");
    assertThat(snippet.indexOf("Needle")).isLessThan(100);
    assertThat(snippet.length()).isLessThanOrEqualTo(Snippet.SHOWN + 3);
  }

  private static SearchText text(String asked) {
    return ((SearchText.Parsed.Found) SearchText.parse(asked)).text();
  }
}
