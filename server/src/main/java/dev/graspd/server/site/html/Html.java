package dev.graspd.server.site.html;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Parts of a page, escaped by construction: markup is possible only as an element of a known name,
 * and links only to URLs of a known kind.
 */
public final class Html {
  private static final String REPLACEMENT = "\ufffd";

  /** The first character from which on all are written as they are. */
  private static final char NEVER_ESCAPED = '\u00a0';

  /** Whether a character is escaped; pages have millions of them. */
  private static final boolean[] IS_ESCAPED = new boolean[NEVER_ESCAPED];

  static {
    for (char c = 0; c < NEVER_ESCAPED; c++) {
      IS_ESCAPED[c] = !escape(c).isEmpty();
    }
  }

  private static final int DOCUMENT_CHARS = 16_384;

  /** Room for a row of a table. */
  private static final int WRITTEN_CHARS = 1_024;

  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Html() {}

  /** The names of elements. */
  public enum Tag {
    A,
    ARTICLE,
    BDI,
    BLOCKQUOTE,
    BODY,
    BR,
    BUTTON,
    CAPTION,
    CODE,
    DD,
    DEL,
    DETAILS,
    DIV,
    DL,
    DT,
    EM,
    FOOTER,
    FORM,
    H1,
    H2,
    H3,
    H4,
    H5,
    H6,
    HEAD,
    HEADER,
    HR,
    HTML,
    IMG,
    INPUT,
    INS,
    KBD,
    LABEL,
    LI,
    LINK,
    MAIN,
    MARK,
    META,
    NAV,
    OL,
    OPTION,
    P,
    PRE,
    SECTION,
    SELECT,
    SPAN,
    STRONG,
    SUB,
    SUMMARY,
    SUP,
    TABLE,
    TBODY,
    TD,
    TH,
    THEAD,
    TIME,
    TITLE,
    TR,
    UL;

    private static final Set<Tag> VOID = EnumSet.of(BR, HR, IMG, INPUT, LINK, META);

    private final String word = name().toLowerCase(Locale.ROOT);
  }

  public sealed interface Node {}

  public record Text(String text) implements Node {}

  public record Element(Tag tag, List<Attribute> attributes, List<Node> children) implements Node {
    public Element {
      attributes = List.copyOf(attributes);
      children = List.copyOf(children);
    }
  }

  /** A style sheet of this program, the only text that is not escaped. */
  public record Style(String css) implements Node {
    public Style {
      if (css.contains("<")) {
        throw new IllegalArgumentException("a style sheet has no markup");
      }
    }
  }

  /**
   * A part that was written before the page: its size is known, and the writer of the page copies
   * it. Only {@link #written} makes one, of parts that are escaped.
   */
  public static final class Written implements Node {
    private final String html;

    private Written(String html) {
      this.html = html;
    }

    String html() {
      return html;
    }
  }

  /** The names of attributes. */
  public enum Name {
    ACTION,
    ALIGN,
    ALT,
    ARIA_CURRENT,
    ARIA_HIDDEN,
    ARIA_LABEL,
    CHARSET,
    CLASS,
    COLSPAN,
    CONTENT,
    DATETIME,
    FOR,
    HEIGHT,
    HREF,
    ID,
    LANG,
    METHOD,
    NAME,
    OPEN,
    PROPERTY,
    REL,
    ROLE,
    SCOPE,
    SELECTED,
    SRC,
    START,
    TABINDEX,
    TITLE,
    TYPE,
    VALUE,
    WIDTH;

    private static final Set<Name> PLACES = EnumSet.of(ACTION, HREF, SRC);

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public record Attribute(Name name, String value) {
    public Attribute {
      if (Name.PLACES.contains(name) && !Link.isAllowed(value)) {
        throw new IllegalArgumentException("pages do not lead there: " + value);
      }
    }
  }

  /**
   * The target of a link: a page of this service, a place on this page, or one on the web.
   *
   * @param isFollowed whether search engines may follow it
   */
  public record Link(String target, boolean isFollowed) {
    public Link(String target) {
      this(target, true);
    }

    public Link {
      if (!isAllowed(target)) {
        throw new IllegalArgumentException("pages do not link there: " + target);
      }
    }

    private static boolean isAllowed(String target) {
      boolean isOwn =
          target.startsWith("/") && !target.startsWith("//") && !target.startsWith("/\\");
      return isOwn
          || target.startsWith("#")
          || target.startsWith("https://")
          || target.startsWith("http://")
          || target.startsWith("nostr:");
    }

    /** Returns a link if the target is one that pages may link to. */
    public static Optional<Link> parse(String target) {
      return isAllowed(target) ? Optional.of(new Link(target)) : Optional.empty();
    }
  }

  public static String time(Instant at) {
    return SECOND.format(at);
  }

  /** Writes a time of which only the minute is known. */
  public static String minute(Instant at) {
    return MINUTE.format(at);
  }

  public static Node text(String text) {
    return new Text(text);
  }

  /** A text from a stranger: its writing direction does not affect the rest of the page. */
  public static Node foreign(String text) {
    return element(Tag.BDI, text(text));
  }

  public static Node code(String text) {
    return element(Tag.CODE, text(text));
  }

  public static Node link(Link link, Node... children) {
    Attribute target = new Attribute(Name.HREF, link.target());
    return new Element(
        Tag.A,
        link.isFollowed() ? List.of(target) : List.of(new Attribute(Name.REL, "nofollow"), target),
        List.of(children));
  }

  public static Node element(Tag tag, Node... children) {
    return element(tag, List.of(children));
  }

  public static Node element(Tag tag, List<Node> children) {
    return new Element(tag, List.of(), children);
  }

  /** An element of a class, for the style sheet. */
  public static Node classed(Tag tag, String className, Node... children) {
    return classed(tag, className, List.of(children));
  }

  public static Node classed(Tag tag, String className, List<Node> children) {
    return new Element(tag, List.of(new Attribute(Name.CLASS, className)), children);
  }

  public static Node table(List<String> heads, List<List<Node>> rows) {
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
  public static String cut(String text, int charsMax) {
    if (text.length() <= charsMax) {
      return text;
    }
    // Not within a surrogate pair.
    int end = Character.isHighSurrogate(text.charAt(charsMax - 1)) ? charsMax - 1 : charsMax;
    return text.substring(0, end) + "…";
  }

  public static String render(Node node) {
    StringBuilder out = new StringBuilder(4_096);
    write(out, node);
    return out.toString();
  }

  /** Writes a whole document. */
  public static String document(Node html) {
    StringBuilder out = new StringBuilder(DOCUMENT_CHARS).append("<!doctype html>\n");
    write(out, html);
    return out.append('\n').toString();
  }

  /** Writes a part now. */
  public static Node written(Node node) {
    StringBuilder out = new StringBuilder(WRITTEN_CHARS);
    write(out, node);
    return new Written(out.toString());
  }

  private static void write(StringBuilder out, Node node) {
    switch (node) {
      case Text(var text) -> escape(out, text);
      case Written written -> out.append(written.html);
      case Style(var css) -> out.append("<style>").append(css).append("</style>");
      case Element(var tag, var attributes, var children) -> {
        out.append('<').append(tag.word);
        attributes.forEach(attribute -> write(out, attribute));
        out.append('>');
        children.forEach(child -> write(out, child));
        if (!Tag.VOID.contains(tag)) {
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

  /** Most of a page is text that needs no escape: it is copied in one piece. */
  private static void escape(StringBuilder out, String text) {
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < NEVER_ESCAPED && IS_ESCAPED[c]) {
        out.append(text, from, i).append(escape(c));
        from = i + 1;
      }
    }
    if (from == 0) {
      out.append(text);
    } else {
      out.append(text, from, text.length());
    }
  }

  /** Returns what stands for a character; nothing for one that is written as it is. */
  private static String escape(char c) {
    return switch (c) {
      case '&' -> "&amp;";
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      case '"' -> "&quot;";
      case '\'' -> "&#39;";
      case '\n', '\t' -> "";
      default -> Character.isISOControl(c) ? REPLACEMENT : "";
    };
  }
}
