package dev.graspd.server.site.text.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Style;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.html.Html.Text;
import dev.graspd.server.site.html.Html.Written;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What rendered Markdown may consist of, written down a second time. */
final class AllowedNodes {
  private static final Set<Tag> TAGS =
      EnumSet.of(
          Tag.A,
          Tag.BLOCKQUOTE,
          Tag.BR,
          Tag.CAPTION,
          Tag.CODE,
          Tag.DD,
          Tag.DEL,
          Tag.DETAILS,
          Tag.DIV,
          Tag.DL,
          Tag.DT,
          Tag.EM,
          Tag.H2,
          Tag.H3,
          Tag.H4,
          Tag.H5,
          Tag.H6,
          Tag.HR,
          Tag.IMG,
          Tag.INS,
          Tag.KBD,
          Tag.LI,
          Tag.OL,
          Tag.P,
          Tag.PRE,
          Tag.SPAN,
          Tag.STRONG,
          Tag.SUB,
          Tag.SUMMARY,
          Tag.SUP,
          Tag.TABLE,
          Tag.TBODY,
          Tag.TD,
          Tag.TH,
          Tag.THEAD,
          Tag.TR,
          Tag.UL);
  private static final Set<Name> NAMES =
      EnumSet.of(
          Name.ALIGN,
          Name.ALT,
          Name.ARIA_LABEL,
          Name.CLASS,
          Name.COLSPAN,
          Name.HEIGHT,
          Name.HREF,
          Name.ID,
          Name.OPEN,
          Name.REL,
          Name.ROLE,
          Name.SRC,
          Name.START,
          Name.TABINDEX,
          Name.TITLE,
          Name.WIDTH);
  private static final Set<String> CLASSES =
      Set.of(
          "scroll",
          "task",
          "hidden-char",
          "k",
          "s",
          "c",
          "n",
          "t",
          "f",
          "m",
          "alert note",
          "alert tip",
          "alert important",
          "alert warning",
          "alert caution");

  private final String own;
  private final Set<String> ids = new HashSet<>();

  private AllowedNodes(String own) {
    this.own = own;
  }

  /**
   * Checks nodes.
   *
   * @param own what links within the repository and images begin with
   */
  static void check(List<Node> nodes, String own) {
    AllowedNodes allowed = new AllowedNodes(own);
    nodes.forEach(node -> allowed.check(node, 1));
  }

  private void check(Node node, int depth) {
    assertThat(depth).isLessThanOrEqualTo(Markdown.NESTING_MAX + 3);
    switch (node) {
      case Text _ -> {}
      case Style _ -> throw new AssertionError("a style sheet");
      case Written _ -> throw new AssertionError("something that cannot be checked");
      case Element(var tag, var attributes, var children) -> {
        assertThat(TAGS).contains(tag);
        attributes.forEach(this::check);
        assertThat(attributes.stream().map(Attribute::name)).doesNotHaveDuplicates();
        children.forEach(child -> check(child, depth + 1));
      }
    }
  }

  private void check(Attribute attribute) {
    assertThat(NAMES).contains(attribute.name());
    String value = attribute.value();
    switch (attribute.name()) {
      case CLASS -> assertThat(CLASSES).contains(value);
      case HREF ->
          assertThat(value)
              .matches(href ->
                  href.startsWith("http://")
                      || href.startsWith("https://")
                      || href.startsWith("nostr:")
                      || href.startsWith("#user-content-")
                      || href.startsWith(own));
      case SRC -> assertThat(value).startsWith(own);
      case ID -> {
        assertThat(value).startsWith("user-content-");
        assertThat(ids.add(value)).as(value).isTrue();
      }
      case WIDTH, HEIGHT -> assertThat(value).matches("[0-9]{1,4}%?");
      case ALIGN -> assertThat(value).matches("left|center|right");
      default -> {}
    }
  }
}
