package dev.graspd.server.site.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

  @ParameterizedTest
  @ValueSource(strings = {"/own", "#part", "https://a", "http://a", "nostr:npub1"})
  void linksMayLeadToKnownKindsOfPlaces(String target) {
    assertThat(Html.Link.parse(target)).contains(new Html.Link(target));
  }

  @Test
  void attributesThatNameAPlaceObeyTheSameRule() {
    assertThatThrownBy(() -> new Html.Attribute(Html.Name.SRC, "data:x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsWrittenBeforeThePageIsTheSame() {
    StringBuilder all = new StringBuilder();
    for (char c = 0; c < 0x200; c++) {
      all.append(c);
    }
    Html.Node part = Html.classed(Html.Tag.P, all.toString(), Html.text(all.toString()));
    assertThat(Html.render(Html.element(Html.Tag.DIV, Html.written(part))))
        .isEqualTo("<div>" + Html.render(part) + "</div>");
  }

  @Test
  void elementsWithoutContentHaveNoEnd() {
    assertThat(Html.render(Html.element(Html.Tag.BR))).isEqualTo("<br>");
    assertThat(Html.render(Html.classed(Html.Tag.DIV, "box")))
        .isEqualTo("<div class=\"box\"></div>");
  }

  @Test
  void styleSheetCannotEndItself() {
    assertThatThrownBy(() -> new Html.Style("</style>"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
