package dev.graspd.server.site.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.site.html.Html;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** W-91: texts of events. */
class EventTextTest {
  private static final String WORD = "nostr:npub1qqqqqqqqqqqq";

  private static String html(String source) {
    return EventText.of(source).stream().map(Html::render).collect(Collectors.joining());
  }

  @Test
  void wordsOfNostrAreLinksExceptInCode() {
    assertThat(html("See " + WORD + ", *" + WORD + "*."))
        .contains("See <a href=\"" + WORD + "\"", "<em><a href=\"" + WORD + "\"", "</a>, ");
    assertThat(html("`" + WORD + "`")).doesNotContain("<a");
    assertThat(html("[there](https://example.org/) " + WORD).split("<a ", -1)).hasSize(3);
  }

  /** Several texts share one page. */
  @Test
  void headingsHaveNoIds() {
    assertThat(html("# One\n\n[up](#one)")).contains("<h2>One</h2>").doesNotContain("id=", "href");
  }

  @Test
  void textBeyondABoundIsShownAsItIsWritten() {
    assertThat(html("> ".repeat(100) + "deep")).contains("64 levels", "<pre class=\"plain\">");
    assertThat(EventText.of(" \n")).isEmpty();
  }
}
