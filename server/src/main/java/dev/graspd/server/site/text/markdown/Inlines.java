package dev.graspd.server.site.text.markdown;

import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.VisibleText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.jspecify.annotations.Nullable;

/** The parts of a line of prose. */
final class Inlines {
  /** A word of NIP-21. */
  private static final Pattern NOSTR =
      Pattern.compile(
          "(?<![\\w:/])nostr:(?:npub|nprofile|note|nevent|naddr)1[02-9ac-hj-np-z]{6,1000}+");

  private final Output out;
  private final RawHtml raw;
  private int links;

  Inlines(Output out, RawHtml raw) {
    this.out = out;
    this.raw = raw;
  }

  /** Writes what a block contains. */
  void block(Node block) {
    children(block);
    raw.endBlock();
  }

  private void children(Node parent) {
    Node node = parent.getFirstChild();
    while (node != null && !out.isOver()) {
      if (!raw.isLeavingOut() || node instanceof HtmlInline) {
        one(node);
      }
      node = node.getNext();
    }
  }

  private void one(Node node) {
    switch (node) {
      case Text text -> text(text.getLiteral());
      case SoftLineBreak _ -> out.text("\n");
      case HardLineBreak _ -> out.open(Tag.BR);
      case Code code -> {
        out.open(Tag.CODE);
        out.add(VisibleText.of(code.getLiteral()));
        out.close(Tag.CODE);
      }
      case Emphasis _ -> within(Tag.EM, node);
      case StrongEmphasis _ -> within(Tag.STRONG, node);
      case Strikethrough _ -> within(Tag.DEL, node);
      case Link link -> link(link);
      case Image image ->
          out.image(image.getDestination(), PlainText.of(image), title(image.getTitle()));
      case HtmlInline html -> raw.read(html.getLiteral());
      default -> children(node);
    }
  }

  private void within(Tag tag, Node node) {
    out.open(tag);
    children(node);
    out.close(tag);
  }

  private void link(Link link) {
    boolean isOpen = out.openLink(link.getDestination(), title(link.getTitle()));
    links++;
    children(link);
    links--;
    if (isOpen) {
      out.close(Tag.A);
    }
  }

  private static List<String> title(@Nullable String title) {
    return title == null || title.isEmpty() ? List.of() : List.of("title", title);
  }

  /** Writes text; in it, words of Nostr are links. */
  private void text(String text) {
    int from = 0;
    Matcher words = NOSTR.matcher(text);
    while (links == 0 && words.find()) {
      out.text(text.substring(from, words.start()));
      boolean isOpen = out.openLink(words.group(), List.of());
      out.text(words.group());
      if (isOpen) {
        out.close(Tag.A);
      }
      from = words.end();
    }
    out.text(text.substring(from));
  }
}
