package dev.graspd.server.site.text;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Shows characters that have no look of their own but change how others are read: code that seems
 * to do something else than it does is an old trick (W-37).
 */
public final class VisibleText {
  private VisibleText() {}

  /** Returns a text as nodes; hidden characters appear as their number. */
  public static List<Node> of(String line) {
    List<Node> nodes = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < line.length(); i++) {
      if (isHidden(line.charAt(i))) {
        if (from < i) {
          nodes.add(text(line.substring(from, i)));
        }
        nodes.add(mark(line.charAt(i)));
        from = i + 1;
      }
    }
    if (from < line.length()) {
      nodes.add(text(line.substring(from)));
    }
    return nodes;
  }

  private static Node mark(char hidden) {
    return classed(
        Tag.SPAN, "hidden-char", text(String.format(Locale.ROOT, "U+%04X", (int) hidden)));
  }

  /** Controls other than tab, marks of direction and joining, and characters without width. */
  private static boolean isHidden(char c) {
    return (c != '\t' && Character.isISOControl(c))
        || (c >= '\u200b' && c <= '\u200f')
        || (c >= '\u2028' && c <= '\u202e')
        || (c >= '\u2060' && c <= '\u206f')
        || c == '\ufeff'
        || c == '\u061c'
        || c == '\u00ad';
  }
}
