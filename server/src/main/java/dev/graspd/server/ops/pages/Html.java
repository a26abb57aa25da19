package dev.graspd.server.ops.pages;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Parts of a page, escaped by construction: markup is possible only as an element of a known name,
 * and links only to URLs of a known kind.
 */
final class Html {
  private static final char REPLACEMENT = '\ufffd';

  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Html() {}

  enum Tag {
    A,
    BDI,
    BODY,
    CODE,
    DD,
    DL,
    DT,
    FOOTER,
    H1,
    H2,
    HEAD,
    HTML,
    LI,
    MAIN,
    META,
    P,
    PRE,
    STRONG,
    TABLE,
    TBODY,
    TD,
    TH,
    THEAD,
    TITLE,
    TR,
    UL;

    private final String word = name().toLowerCase(Locale.ROOT);
  }

  sealed interface Node {}

  record Text(String text) implements Node {}

  record Element(Tag tag, List<Attribute> attributes, List<Node> children) implements Node {
    Element {
      attributes = List.copyOf(attributes);
      children = List.copyOf(children);
    }
  }

  /** The style sheet, which is the same on every page and the only text that is not escaped. */
  record Style() implements Node {}

  enum Name {
    CHARSET,
    CONTENT,
    HREF,
    LANG,
    NAME;

    private final String word = name().toLowerCase(Locale.ROOT);
  }

  record Attribute(Name name, String value) {}

  /** The target of a link: a page of this service, or one on the web. */
  record Link(String target) {
    Link {
      boolean own = target.startsWith("/") && !target.startsWith("//");
      if (!own && !target.startsWith("https://") && !target.startsWith("http://")) {
        throw new IllegalArgumentException("pages do not link there: " + target);
      }
    }

    /** Returns a link if the target is one that pages may link to. */
    static Optional<Link> parse(String target) {
      try {
        return Optional.of(new Link(target));
      } catch (IllegalArgumentException _) {
        return Optional.empty();
      }
    }
  }

  static String time(Instant at) {
    return SECOND.format(at);
  }

  static Node text(String text) {
    return new Text(text);
  }

  /** A text from a stranger: its writing direction does not affect the rest of the page. */
  static Node foreign(String text) {
    return element(Tag.BDI, text(text));
  }

  static Node code(String text) {
    return element(Tag.CODE, text(text));
  }

  static Node link(Link link, Node... children) {
    return new Element(Tag.A, List.of(new Attribute(Name.HREF, link.target())), List.of(children));
  }

  static Node element(Tag tag, Node... children) {
    return element(tag, List.of(children));
  }

  static Node element(Tag tag, List<Node> children) {
    return new Element(tag, List.of(), children);
  }

  static Node table(List<String> heads, List<List<Node>> rows) {
    return element(
        Tag.TABLE,
        element(
            Tag.THEAD,
            element(Tag.TR, heads.stream().map(head -> element(Tag.TH, text(head))).toList())),
        element(
            Tag.TBODY,
            rows.stream()
                .map(row ->
                    element(Tag.TR, row.stream().map(cell -> element(Tag.TD, cell)).toList()))
                .toList()));
  }

  /** Cuts a text to this length; an ellipsis shows that it was longer. */
  static String cut(String text, int charsMax) {
    if (text.length() <= charsMax) {
      return text;
    }
    // Not within a surrogate pair.
    int end = Character.isHighSurrogate(text.charAt(charsMax - 1)) ? charsMax - 1 : charsMax;
    return text.substring(0, end) + "…";
  }

  static String render(Node node) {
    StringBuilder out = new StringBuilder(4_096);
    write(out, node);
    return out.toString();
  }

  private static void write(StringBuilder out, Node node) {
    switch (node) {
      case Text(var text) -> escape(out, text);
      case Style() -> out.append("<style>").append(PageLayout.CSS).append("</style>");
      case Element(var tag, var attributes, var children) -> {
        out.append('<').append(tag.word);
        attributes.forEach(attribute -> write(out, attribute));
        out.append('>');
        children.forEach(child -> write(out, child));
        if (tag != Tag.META) {
          out.append("</").append(tag.word).append('>');
        }
      }
    }
  }

  private static void write(StringBuilder out, Attribute attribute) {
    out.append(' ').append(attribute.name().word).append("=\"");
    escape(out, attribute.value());
    out.append('"');
  }

  private static void escape(StringBuilder out, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '\n', '\t' -> out.append(c);
        default -> out.append(Character.isISOControl(c) ? REPLACEMENT : c);
      }
    }
  }
}
