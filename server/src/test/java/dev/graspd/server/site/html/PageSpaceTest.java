package dev.graspd.server.site.html;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageSpaceTest {
  @Test
  void countedBytesAreNeverLessThanThoseOfThePage() {
    for (Node node :
        List.of(
            text("plain"),
            text("<&>\"' \u0001 gr\u00fcn \u6f22 \ud83d\ude00"),
            classed(Tag.P, "a \"b\"", foreign("x"), element(Tag.BR)),
            Html.written(classed(Tag.P, "a \"b\"", text("<&>\"' \u0001 gr\u00fcn \u6f22"))))) {
      String html = Html.render(node);
      assertThat(PageSpace.bytes(node))
          .as(html)
          .isBetween((long) html.getBytes(StandardCharsets.UTF_8).length, 2L * html.length() + 20);
    }
  }

  @Test
  void onlyWhatFitsIsShown() {
    List<Node> parts = List.of(text("123"), text("456"), text("7"));
    assertThat(PageSpace.fitting(parts, 7)).isEqualTo(parts);
    assertThat(PageSpace.fitting(parts, 6)).hasSize(2);
    assertThat(PageSpace.fitting(parts, 2)).isEmpty();
  }
}
