package dev.graspd.server.site.text.highlight;

import static dev.graspd.server.site.html.Html.classed;

import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** Tokens as parts of a page; characters that hide something are visible within them (W-37). */
public final class CodeNodes {
  private CodeNodes() {}

  public static List<Node> of(List<Token> line) {
    List<Node> nodes = new ArrayList<>();
    for (Token token : line) {
      List<Node> shown = VisibleText.of(token.text());
      if (token.kind() == TokenKind.PLAIN) {
        nodes.addAll(shown);
      } else {
        nodes.add(classed(Tag.SPAN, token.kind().className(), shown));
      }
    }
    return nodes;
  }
}
