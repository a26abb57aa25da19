package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.highlight.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The lines of a changed file: one below the other, or side by side. */
final class DiffTables {
  private static final int COLUMNS = 4;

  private static final Node CAPTION = Parts.caption("Lines before and after");
  private static final Node HEADS =
      element(
          Tag.THEAD,
          element(
              Tag.TR,
              classed(Tag.TH, "number", text("Line")),
              element(Tag.TH, text("Before")),
              classed(Tag.TH, "number", text("Line")),
              element(Tag.TH, text("After"))));

  private DiffTables() {}

  /** A comment on a line ends a block of lines, and the next one begins below it. */
  static List<Node> unified(
      List<Hunk> hunks, Optional<Language> language, Function<DiffLine, List<Node>> notes) {
    List<Node> blocks = new ArrayList<>();
    List<Node> lines = new ArrayList<>();
    for (Hunk hunk : hunks) {
      lines.add(classed(Tag.SPAN, "hunk", text(title(hunk) + "\n")));
      for (DiffLine line : DiffLine.of(hunk, language)) {
        lines.add(unified(line));
        List<Node> said = notes.apply(line);
        if (!said.isEmpty()) {
          blocks.add(block(lines));
          blocks.addAll(said);
          lines.clear();
        }
      }
    }
    if (!lines.isEmpty()) {
      blocks.add(block(lines));
    }
    return blocks;
  }

  private static Node block(List<Node> lines) {
    return new Element(
        Tag.PRE,
        List.of(new Attribute(Name.CLASS, "file"), new Attribute(Name.TABINDEX, "0")),
        List.of(element(Tag.CODE, lines)));
  }

  private static String title(Hunk hunk) {
    return "@@ -%d,%d +%d,%d @@"
        .formatted(hunk.firstBefore(), hunk.countBefore(), hunk.firstAfter(), hunk.countAfter());
  }

  private static Node unified(DiffLine line) {
    return element(tag(line.kind()), signed(line));
  }

  private static List<Node> signed(DiffLine line) {
    List<Node> nodes = new ArrayList<>();
    nodes.add(text(line.sign()));
    nodes.addAll(line.content());
    return nodes;
  }

  private static Tag tag(Line.Kind kind) {
    return switch (kind) {
      case KEPT -> Tag.SPAN;
      case ADDED -> Tag.INS;
      case REMOVED -> Tag.DEL;
    };
  }

  static Node split(
      List<Hunk> hunks, Optional<Language> language, Function<DiffLine, List<Node>> notes) {
    List<Node> rows = new ArrayList<>();
    for (Hunk hunk : hunks) {
      rows.add(
          element(
              Tag.TR,
              new Element(
                  Tag.TD,
                  List.of(
                      new Attribute(Name.CLASS, "hunk"),
                      new Attribute(Name.COLSPAN, Integer.toString(COLUMNS))),
                  List.of(text(title(hunk))))));
      List<DiffLine> lines = DiffLine.of(hunk, language);
      rows.addAll(rows(lines));
      lines.forEach(line -> noted(notes.apply(line)).ifPresent(rows::add));
    }
    return new Element(
        Tag.DIV,
        List.of(new Attribute(Name.CLASS, "scroll"), new Attribute(Name.TABINDEX, "0")),
        List.of(classed(Tag.TABLE, "split", CAPTION, HEADS, element(Tag.TBODY, rows))));
  }

  /** Notes are below their hunk: lines of two sides have no place between them. */
  private static Optional<Node> noted(List<Node> said) {
    return said.isEmpty()
        ? Optional.empty()
        : Optional.of(
            element(
                Tag.TR,
                new Element(
                    Tag.TD,
                    List.of(new Attribute(Name.COLSPAN, Integer.toString(COLUMNS))),
                    said)));
  }

  private static List<Node> rows(List<DiffLine> lines) {
    List<Node> rows = new ArrayList<>();
    List<DiffLine> removed = new ArrayList<>();
    List<DiffLine> added = new ArrayList<>();
    for (DiffLine line : lines) {
      switch (line.kind()) {
        case REMOVED -> {
          if (!added.isEmpty()) {
            flush(rows, removed, added);
          }
          removed.add(line);
        }
        case ADDED -> added.add(line);
        case KEPT -> {
          flush(rows, removed, added);
          rows.add(
              row(cells(Optional.of(line), line.number()), cells(Optional.of(line), line.other())));
        }
      }
    }
    flush(rows, removed, added);
    return rows;
  }

  private static void flush(List<Node> rows, List<DiffLine> removed, List<DiffLine> added) {
    for (int i = 0; i < Math.max(removed.size(), added.size()); i++) {
      rows.add(row(side(removed, i), side(added, i)));
    }
    removed.clear();
    added.clear();
  }

  private static List<Node> side(List<DiffLine> lines, int at) {
    return at < lines.size()
        ? cells(Optional.of(lines.get(at)), lines.get(at).number())
        : cells(Optional.empty(), 0);
  }

  private static Node row(List<Node> before, List<Node> after) {
    List<Node> cells = new ArrayList<>(before);
    cells.addAll(after);
    return element(Tag.TR, cells);
  }

  private static List<Node> cells(Optional<DiffLine> line, int number) {
    if (line.isEmpty()) {
      return List.of(classed(Tag.TD, "number"), element(Tag.TD));
    }
    return List.of(
        classed(Tag.TD, "number", text(Integer.toString(number))),
        element(Tag.TD, element(Tag.CODE, element(tag(line.get().kind()), signed(line.get())))));
  }
}
