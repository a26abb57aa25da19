package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HtmlTest {
  @Test
  void textIsNeverMarkup() {
    assertThat(Html.render(Html.element(Html.Tag.P, Html.text("<b>&\"'\u0001\n\u202e"))))
        .isEqualTo("<p>&lt;b&gt;&amp;&quot;&#39;\ufffd\n\u202e</p>");
  }

  @Test
  void attributesCannotBeLeft() {
    Html.Link link = new Html.Link("https://a/\" onclick=\"x");

    assertThat(Html.render(Html.link(link, Html.text("a"))))
        .isEqualTo("<a href=\"https://a/&quot; onclick=&quot;x\">a</a>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"javascript:alert(1)", "//evil.example", "data:text/html,x", "", "HTTPS:x", "a"})
  void linksLeadOnlyToPages(String target) {
    assertThat(Html.Link.parse(target)).isEmpty();
  }

  @Test
  void theStyleSheetCannotEndItself() {
    assertThat(PageLayout.CSS).doesNotContain("<");
  }
}
