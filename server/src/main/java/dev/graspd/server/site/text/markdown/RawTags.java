package dev.graspd.server.site.text.markdown;

import dev.graspd.server.site.html.Html.Tag;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The raw HTML that Markdown may have (W-91). All other tags are left out. */
final class RawTags {
  private static final Set<Tag> SAME =
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
          Tag.HR,
          Tag.IMG,
          Tag.INS,
          Tag.KBD,
          Tag.LI,
          Tag.OL,
          Tag.P,
          Tag.PRE,
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

  /** The page has its own first heading, so those of a text are one step lower. */
  private static final Map<String, Tag> OTHERS =
      Map.ofEntries(
          Map.entry("h1", Tag.H2),
          Map.entry("h2", Tag.H3),
          Map.entry("h3", Tag.H4),
          Map.entry("h4", Tag.H5),
          Map.entry("h5", Tag.H6),
          Map.entry("h6", Tag.H6),
          Map.entry("b", Tag.STRONG),
          Map.entry("i", Tag.EM),
          Map.entry("s", Tag.DEL),
          Map.entry("strike", Tag.DEL),
          Map.entry("samp", Tag.CODE),
          Map.entry("tt", Tag.CODE),
          Map.entry("tfoot", Tag.TBODY));

  /** Elements that are left out together with what they contain. */
  private static final Set<String> WITH_CONTENT =
      Set.of(
          "applet",
          "audio",
          "canvas",
          "embed",
          "frameset",
          "head",
          "iframe",
          "math",
          "noembed",
          "noframes",
          "noscript",
          "object",
          "plaintext",
          "script",
          "select",
          "style",
          "svg",
          "template",
          "textarea",
          "title",
          "video",
          "xmp");

  private static final Map<String, Tag> ALLOWED = allowed();

  private static final Set<Tag> WITH_SIZE = EnumSet.of(Tag.IMG, Tag.TABLE, Tag.TD, Tag.TH);
  private static final Set<Tag> WITH_ALIGNMENT =
      EnumSet.of(
          Tag.DIV, Tag.H2, Tag.H3, Tag.H4, Tag.H5, Tag.H6, Tag.IMG, Tag.P, Tag.TABLE, Tag.TD,
          Tag.TH, Tag.TR);
  private static final Set<String> ALIGNMENTS = Set.of("left", "center", "right");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,4}%?)(?:px)?");
  private static final Pattern SMALL_NUMBER = Pattern.compile("[1-9][0-9]{0,2}");

  private RawTags() {}

  private static Map<String, Tag> allowed() {
    Map<String, Tag> tags = new HashMap<>(OTHERS);
    SAME.forEach(tag -> tags.put(word(tag), tag));
    return Map.copyOf(tags);
  }

  private static String word(Tag tag) {
    return tag.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the element that a tag stands for; empty if it is not allowed. */
  static Optional<Tag> of(String name) {
    return Optional.ofNullable(ALLOWED.get(name));
  }

  static boolean isLeftOutWhole(String name) {
    return WITH_CONTENT.contains(name);
  }

  /** Returns the elements that rendered Markdown consists of, by name. */
  static Map<String, Tag> output() {
    Map<String, Tag> tags = new HashMap<>();
    SAME.forEach(tag -> tags.put(word(tag), tag));
    for (Tag tag : List.of(Tag.H2, Tag.H3, Tag.H4, Tag.H5, Tag.H6, Tag.SPAN)) {
      tags.put(word(tag), tag);
    }
    return Map.copyOf(tags);
  }

  /**
   * Returns an attribute of raw HTML as it may appear; empty if it may not. Places and ids are not
   * for this method.
   */
  static Optional<String> attribute(Tag tag, String name, String value) {
    String lower = value.strip().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "title" -> Optional.of(value);
      case "align" ->
          Optional.of(lower).filter(_ -> WITH_ALIGNMENT.contains(tag)).filter(ALIGNMENTS::contains);
      case "width", "height" ->
          WITH_SIZE.contains(tag)
              ? SIZE.matcher(lower)
                  .results()
                  .findFirst()
                  .filter(size -> size.start() == 0 && size.end() == lower.length())
                  .map(size -> size.group(1))
              : Optional.empty();
      case "open" -> tag == Tag.DETAILS ? Optional.of("") : Optional.empty();
      case "start" -> Optional.of(lower).filter(_ -> tag == Tag.OL).filter(RawTags::isSmallNumber);
      case "colspan" ->
          Optional.of(lower)
              .filter(_ -> tag == Tag.TD || tag == Tag.TH)
              .filter(RawTags::isSmallNumber);
      default -> Optional.empty();
    };
  }

  private static boolean isSmallNumber(String text) {
    return SMALL_NUMBER.matcher(text).matches();
  }
}
