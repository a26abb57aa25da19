package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.Parts;
import dev.graspd.server.site.text.VisibleText;
import dev.graspd.server.site.text.markdown.Markdown;
import dev.graspd.server.site.text.markdown.MarkdownLinks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of an event: Markdown, in which words of Nostr are links. It is one of several on its
 * page, so headings have no ids.
 */
public final class EventText {
  /** How much of a text that is no Markdown is shown, in characters. */
  private static final int SHOWN_MAX = 128 << 10;

  private static final Pattern WORD =
      Pattern.compile("nostr:(?:npub|nprofile|note|nevent|naddr)1[02-9ac-hj-np-z]{6,1000}");

  /** Texts in these are shown as they are written. */
  private static final Set<Tag> LITERAL = Set.of(Tag.A, Tag.CODE, Tag.PRE, Tag.KBD);

  private EventText() {}

  /** Renders a text; nothing for an empty one. */
  public static List<Node> of(String source) {
    if (source.isBlank()) {
      return List.of();
    }
    return switch (Markdown.render(source, MarkdownLinks.OUTSIDE)) {
      case Markdown.Outcome.Rendered(var nodes) -> List.of(classed(Tag.DIV, "md", linked(nodes)));
      case Markdown.Outcome.AsText(var reason) ->
          List.of(
              Parts.note("This text is shown as it is written because " + reason.words() + "."),
              plain(source));
    };
  }

  /** Shows a text as it is written, up to a bound. */
  public static Node plain(String source) {
    List<Node> shown = new ArrayList<>();
    for (String line : Html.cut(source, SHOWN_MAX).split("\n", -1)) {
      shown.addAll(
          VisibleText.of(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line));
      shown.add(text("\n"));
    }
    return classed(Tag.PRE, "plain", shown);
  }

  private static List<Node> linked(List<Node> nodes) {
    List<Node> changed = new ArrayList<>();
    for (Node node : nodes) {
      switch (node) {
        case Html.Text(var words) -> words(words, changed);
        case Element element -> changed.add(linked(element));
        case Html.Style _, Html.Written _ -> changed.add(node);
      }
    }
    return changed;
  }

  private static Node linked(Element element) {
    List<Attribute> attributes =
        element.attributes().stream().filter(one -> one.name() != Name.ID).toList();
    boolean isWithin =
        attributes.stream().anyMatch(one -> one.name() == Name.HREF && one.value().startsWith("#"));
    return isWithin
        ? new Element(Tag.SPAN, List.of(), element.children())
        : new Element(
            element.tag(),
            attributes,
            LITERAL.contains(element.tag()) ? element.children() : linked(element.children()));
  }

  private static void words(String words, List<Node> out) {
    int from = 0;
    for (Matcher found = WORD.matcher(words); found.find(); ) {
      if (from < found.start()) {
        out.add(text(words.substring(from, found.start())));
      }
      out.add(
          new Element(
              Tag.A,
              List.of(
                  new Attribute(Name.HREF, found.group()),
                  new Attribute(Name.REL, "nofollow ugc noopener")),
              List.of(text(found.group()))));
      from = found.end();
    }
    if (from < words.length()) {
      out.add(text(words.substring(from)));
    }
  }
}
