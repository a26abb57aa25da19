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
  /**
   * The first half of all characters from U+E0000 to U+E03FF: tags and variations without a look.
   */
  private static final char TAGS = '\udb40';

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
        int hidden = line.codePointAt(i);
        nodes.add(mark(hidden));
        from = i + Character.charCount(hidden);
      }
    }
    if (from < line.length()) {
      nodes.add(text(line.substring(from)));
    }
    return nodes;
  }

  private static Node mark(int hidden) {
    return classed(Tag.SPAN, "hidden-char", text(String.format(Locale.ROOT, "U+%04X", hidden)));
  }

  /**
   * Controls other than tab, marks of direction, joining and annotation, characters without width,
   * and fillers: they are letters of names in most languages, and empty to the eye.
   */
  private static boolean isHidden(char c) {
    return (c != '\t' && Character.isISOControl(c))
        || (c >= '\u200b' && c <= '\u200f')
        || (c >= '\u2028' && c <= '\u202e')
        || (c >= '\u2060' && c <= '\u206f')
        || c == '\ufeff'
        || (c >= '\ufff9' && c <= '\ufffb')
        || isFiller(c)
        || c == TAGS
        || c == '\u061c'
        || c == '\u00ad';
  }

  private static boolean isFiller(char c) {
    return c == '\u115f' || c == '\u1160' || c == '\u180e' || c == '\u3164' || c == '\uffa0';
  }
}
