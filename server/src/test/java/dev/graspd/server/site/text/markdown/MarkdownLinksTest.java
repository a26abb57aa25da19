package dev.graspd.server.site.text.markdown;

import static dev.graspd.server.site.text.markdown.TestLinks.html;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MarkdownLinksTest {
  private static final String REL = " rel=\"nofollow ugc noopener\"";

  @ParameterizedTest
  @CsvSource({
    "a.md, /own/tree/docs/a.md",
    "./x/a.md#Part, /own/tree/docs/x/a.md#user-content-Part",
    "a.c#L10, /own/tree/docs/a.c#L10",
    "a.c?raw=1#L10-L20, /own/tree/docs/a.c#L10-L20",
    "../a%20b.md, /own/tree/a b.md",
    "/LICENSE, /own/tree/LICENSE",
    "100%.md, /own/tree/docs/100%.md",
    "#part, #user-content-part",
    "#user-content-part, #user-content-part",
    "a\\b, /own/tree/docs/a\\b",
  })
  void linksLeadWhereTheyShould(String written, String target) {
    assertThat(html("<a href='" + written + "'>x</a>"))
        .contains("<a href=\"" + target + "\">x</a>");
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.example/b, https://a.example/b",
    "HTTP://a.example, http://a.example",
    "//a.example/b, https://a.example/b",
    "nostr:npub1x, nostr:npub1x",
  })
  void foreignLinksSaySo(String written, String target) {
    assertThat(html("[x](" + written + ")"))
        .isEqualTo("<p><a href=\"" + target + "\"" + REL + ">x</a></p>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../x",
        "../../../etc/passwd",
        "a%2Fb",
        "%2e%2e/%2e%2e/x",
        "a%00b",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc",
        "mailto:a@b.c",
        "http:x",
        "blob:x"
      })
  void otherLinksAreText(String written) {
    assertThat(html("[x](" + written + ")")).isEqualTo("<p>x</p>");
    assertThat(html("<a href=\"" + written + "\">x</a>")).isEqualTo("<p>x</p>");
  }

  @Test
  void outsideOfATreeRelativeLinksAreText() {
    assertThat(html("[x](a.md) ![y](b.png)", MarkdownLinks.OUTSIDE)).isEqualTo("<p>x y</p>");
  }

  @Test
  void addressesInTextAreLinks() {
    String npub = "nostr:npub1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqsqqqqqq";
    assertThat(html("see https://a.example/x."))
        .isEqualTo(
            "<p>see <a href=\"https://a.example/x\"" + REL + ">https://a.example/x</a>.</p>");
    assertThat(html("by " + npub + ", me"))
        .isEqualTo("<p>by <a href=\"" + npub + "\"" + REL + ">" + npub + "</a>, me</p>");
    assertThat(html("[a nostr:npub1qqqqqqq b](c)"))
        .isEqualTo("<p><a href=\"/own/tree/docs/c\">a nostr:npub1qqqqqqq b</a></p>");
  }

  @Test
  void imagesOfTheRepositoryAreShown() {
    assertThat(html("![a *b*](../i.png \"T\")"))
        .isEqualTo("<p><img src=\"/own/raw/i.png\" alt=\"a b\" title=\"T\"></p>");
  }

  @Test
  void imagesOfOtherServersAreLinks() {
    assertThat(html("![a](https://b.example/c.png)"))
        .isEqualTo("<p><a href=\"https://b.example/c.png\"" + REL + ">a</a></p>");
    assertThat(html("[![](https://b.example/c.png)](https://d.example)"))
        .isEqualTo("<p><a href=\"https://d.example\"" + REL + ">image</a></p>");
    assertThat(html("<a href=\"https://d.example\"><img src=\"https://b.example/c.png\"></a>"))
        .isEqualTo("<p><a href=\"https://d.example\"" + REL + ">image</a></p>");
    assertThat(html("![a](https://b.example/c.png)", new TestLinks(true)))
        .isEqualTo("<p><img src=\"https://b.example/c.png\" alt=\"a\"></p>");
  }
}
