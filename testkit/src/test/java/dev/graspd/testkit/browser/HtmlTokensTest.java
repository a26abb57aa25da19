package dev.graspd.testkit.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.testkit.browser.HtmlTokens.Token.Begin;
import dev.graspd.testkit.browser.HtmlTokens.Token.End;
import dev.graspd.testkit.browser.HtmlTokens.Token.Text;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HtmlTokensTest {
  @Test
  void tagsAndTextsAreReadAsTheyAreMeant() {
    assertThat(
            HtmlTokens.ofDocument(
                "<!doctype html>\n<p title=\"a&amp;&quot;\">x &lt;b&gt;</p>\n<pre>\ny</pre>"))
        .containsExactly(
            new Begin("p", new TreeMap<>(Map.of("title", "a&\""))),
            new Text("x <b>"),
            new End("p"),
            new Begin("pre", new TreeMap<>()),
            new Text("y"),
            new End("pre"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p class=x>",
        "<p class='x'>",
        "<P>",
        "<p",
        "a < b",
        "a & b",
        "&unknown;",
        "<!-- x -->",
        "<p  a=\"b\">",
        "<p a=\"b>",
        "<p a=\"b\" a=\"c\">"
      })
  void whatABrowserWouldGuessIsRefused(String html) {
    assertThatThrownBy(() -> HtmlTokens.ofDocument(html)).isInstanceOf(AssertionError.class);
  }
}
