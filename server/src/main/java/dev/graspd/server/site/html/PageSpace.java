package dev.graspd.server.site.html;

import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Style;
import dev.graspd.server.site.html.Html.Text;
import dev.graspd.server.site.html.Html.Written;
import java.util.List;

/**
 * The room that is left on a page ({@code PAGE_BYTES}). The rest is left out, and the page says so:
 * strangers choose the lengths of names and lines. Pure.
 */
public final class PageSpace {
  /** Of HTML, before it is compressed; the frame of the page is not counted. */
  public static final int BYTES_MAX = 2 << 20;

  private PageSpace() {}

  /** Returns the first parts of a page, as many as fit. */
  public static List<Node> fitting(List<Node> parts) {
    return fitting(parts, BYTES_MAX);
  }

  /** Returns the first parts, as many as fit into so many bytes. */
  public static List<Node> fitting(List<Node> parts, long bytesMax) {
    long used = 0;
    for (int i = 0; i < parts.size(); i++) {
      used += bytes(parts.get(i));
      if (used > bytesMax) {
        return parts.subList(0, i);
      }
    }
    return parts;
  }

  /** Returns about how many bytes a part takes; never less. */
  public static long bytes(Node part) {
    return switch (part) {
      case Text(var text) -> bytes(text);
      case Style(var css) -> bytes(css);
      case Written written -> written(written.html());
      case Element(var tag, var attributes, var children) -> {
        long bytes = 2L * tag.name().length() + "<></>".length();
        for (Attribute attribute : attributes) {
          bytes += attribute.name().name().length() + " =\"\"".length() + bytes(attribute.value());
        }
        for (Node child : children) {
          bytes += bytes(child);
        }
        yield bytes;
      }
    };
  }

  /** In UTF-8; what needs an escape has it. */
  private static long written(String html) {
    long bytes = html.length();
    for (int i = 0; i < html.length(); i++) {
      bytes += html.charAt(i) < 0x80 ? 0 : 2;
    }
    return bytes;
  }

  /** In UTF-8; control characters become a mark of three bytes. */
  private static long bytes(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes +=
          switch (c) {
            case '&', '\'' -> 5;
            case '<', '>' -> 4;
            case '"' -> 6;
            default -> c >= ' ' && c < 0x7f ? 1 : 3;
          };
    }
    return bytes;
  }
}
