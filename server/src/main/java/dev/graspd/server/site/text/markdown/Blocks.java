package dev.graspd.server.site.text.markdown;

import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.highlight.CodeNodes;
import dev.graspd.server.site.text.highlight.Highlighter;
import dev.graspd.server.site.text.highlight.Language;
import dev.graspd.server.site.text.highlight.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.ThematicBreak;
import org.jspecify.annotations.Nullable;

/** The paragraphs, lists, tables and code of a text. */
final class Blocks {
  private static final List<Tag> HEADINGS = List.of(Tag.H2, Tag.H3, Tag.H4, Tag.H5, Tag.H6, Tag.H6);

  private final Output out;
  private final Slugs slugs = new Slugs();
  private final RawHtml raw;
  private final Inlines inlines;

  Blocks(Output out) {
    this.out = out;
    this.raw = new RawHtml(out, slugs);
    this.inlines = new Inlines(out, raw);
  }

  void children(Node parent) {
    Node node = parent.getFirstChild();
    while (node != null && !out.isOver()) {
      one(node);
      node = node.getNext();
    }
  }

  private void one(Node node) {
    switch (node) {
      case Heading heading -> heading(heading);
      case Paragraph paragraph -> paragraph(paragraph);
      case BlockQuote quote -> quote(quote);
      case BulletList _ -> within(Tag.UL, node);
      case OrderedList list -> numbered(list);
      case ListItem item -> item(item);
      case FencedCodeBlock code -> code(language(code.getInfo()), code.getLiteral());
      case IndentedCodeBlock code -> code(Optional.empty(), code.getLiteral());
      case HtmlBlock html -> {
        raw.read(html.getLiteral());
        raw.endBlock();
      }
      case ThematicBreak _ -> out.open(Tag.HR);
      case TableBlock _ -> table(node);
      case TableHead _ -> within(Tag.THEAD, node);
      case TableBody _ -> within(Tag.TBODY, node);
      case TableRow _ -> within(Tag.TR, node);
      case TableCell cell -> cell(cell);
      default -> children(node);
    }
  }

  private void within(Tag tag, Node node, String... pairs) {
    out.open(tag, pairs);
    children(node);
    out.close(tag);
  }

  private void heading(Heading heading) {
    Tag tag = HEADINGS.get(heading.getLevel() - 1);
    out.open(tag, "id", slugs.ofHeading(PlainText.of(heading)));
    inlines.block(heading);
    out.close(tag);
  }

  private void paragraph(Paragraph paragraph) {
    boolean isTight =
        paragraph.getParent() != null
            && paragraph.getParent().getParent() instanceof ListBlock list
            && list.isTight();
    if (isTight) {
      inlines.block(paragraph);
      out.text("\n");
    } else {
      out.open(Tag.P);
      inlines.block(paragraph);
      out.close(Tag.P);
    }
  }

  private void quote(BlockQuote quote) {
    Optional<String> alert = Marks.takeAlert(quote);
    if (alert.isEmpty()) {
      within(Tag.BLOCKQUOTE, quote);
      return;
    }
    String word = alert.get();
    out.open(Tag.DIV, "class", "alert " + word);
    out.open(Tag.P);
    out.open(Tag.STRONG);
    out.text(word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    out.close(Tag.STRONG);
    out.close(Tag.P);
    children(quote);
    out.close(Tag.DIV);
  }

  private void numbered(OrderedList list) {
    Integer start = list.getMarkerStartNumber();
    if (start == null || start == 1) {
      within(Tag.OL, list);
    } else {
      within(Tag.OL, list, "start", start.toString());
    }
  }

  private void item(ListItem item) {
    Optional<Boolean> task = Marks.takeTask(item);
    if (task.isEmpty()) {
      within(Tag.LI, item);
      return;
    }
    boolean isDone = task.get();
    out.open(Tag.LI, "class", "task");
    out.open(Tag.SPAN, "role", "img", "aria-label", isDone ? "done" : "to do");
    out.text(isDone ? "☑" : "☐");
    out.close(Tag.SPAN);
    out.text(" ");
    children(item);
    out.close(Tag.LI);
  }

  private void table(Node node) {
    out.open(Tag.DIV, "class", "scroll");
    within(Tag.TABLE, node);
    out.close(Tag.DIV);
  }

  private void cell(TableCell cell) {
    Tag tag = cell.isHeader() ? Tag.TH : Tag.TD;
    List<String> pairs = new ArrayList<>();
    if (cell.getAlignment() != null) {
      pairs.addAll(List.of("align", cell.getAlignment().name().toLowerCase(Locale.ROOT)));
    }
    out.open(tag, pairs);
    inlines.block(cell);
    out.close(tag);
  }

  // ---- code

  /** The first word after a fence; other programs write settings behind it. */
  private static Optional<Language> language(@Nullable String info) {
    String word = info == null ? "" : info.strip().split("[\\s,;:{}]", 2)[0];
    return Language.ofWord(word);
  }

  private void code(Optional<Language> language, String literal) {
    List<String> lines = literal.lines().toList();
    out.open(Tag.PRE, "tabindex", "0");
    out.open(Tag.CODE);
    for (List<Token> line : Highlighter.of(language, lines)) {
      List<Html.Node> nodes = new ArrayList<>(CodeNodes.of(line));
      nodes.add(Html.text("\n"));
      out.add(nodes);
    }
    out.close(Tag.CODE);
    out.close(Tag.PRE);
  }
}
