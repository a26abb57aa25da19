package dev.graspd.server.site.page;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.text.Trailers;
import dev.graspd.server.site.text.VersionOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of commits and names of tags. */
final class MessageTest {
  private static final CodeLinks LINKS =
      new CodeLinks("/", new RepoAddress(ALICE.publicKey(), new Identifier("tool")));

  private static String shown(String message) {
    return Html.render(MessageNodes.of(LINKS, message));
  }

  @ParameterizedTest
  @CsvSource({
    "see 4f2a4f2a now,/commit/4f2a4f2a\"",
    "(4f2a4f2),/commit/4f2a4f2\"",
    "https://example.com/a_(b).,https://example.com/a_(b\"",
    "<http://example.com/x>,http://example.com/x\"",
    "nostr:note1qqqqqqqqqq!,nostr:note1qqqqqqqqqq\"",
  })
  void wordsAreLinked(String message, String target) {
    assertThat(shown(message)).contains("href=\"").contains(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "defaced",
        "20261118",
        "4f2a4f",
        "x4f2a4f2a",
        "src/4f2a4f2a",
        "4f2a4f2a-b",
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://example.com",
        "nostr:x",
        "http://"
      })
  void otherWordsAreNot(String message) {
    assertThat(shown(message)).doesNotContain("href");
  }

  @Test
  void markupInAMessageIsText() {
    assertThat(shown("<a href=\"https://x.example/\"onclick=x>"))
        .doesNotContain("<a href=\"https://x.example/\"onclick")
        .contains("&lt;a href=&quot;");
  }

  @Test
  void trailersAreTheLastParagraph() {
    assertThat(Trailers.of("subject\n\nbody: text\n\nSigned-off-by: A <a@b>\nFixes: x\n  more\n"))
        .containsExactly(
            new Trailers.Trailer("Signed-off-by", "A <a@b>"),
            new Trailers.Trailer("Fixes", "x more"));
    for (String message :
        new String[] {"", "subject: only", "s\n\nA: b\nno trailer", "s\n\nhttp://x y: z"}) {
      assertThat(Trailers.of(message)).as(message).isEmpty();
    }
  }

  @Test
  void tagsAreOrderedAsVersions() {
    List<String> ordered =
        List.of(
            "nightly",
            "v0.9",
            "v1.0-alpha1",
            "v1.0-beta2",
            "v1.0-rc1",
            "v1.0-rc2",
            "v1.0-rc10",
            "v1.0",
            "v1.0.1",
            "v1.2",
            "v1.10",
            "v99999999999999999999");
    assertThat(
            Stream.of(ordered.toArray(String[]::new))
                .sorted(java.util.Comparator.reverseOrder())
                .sorted(VersionOrder.OLDEST_FIRST))
        .containsExactlyElementsOf(ordered);
  }
}
