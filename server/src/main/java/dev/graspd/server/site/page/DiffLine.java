package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.git.browse.FileDiff.Hunk;
import dev.graspd.server.git.browse.FileDiff.Line;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.TextContent;
import dev.graspd.server.site.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of a difference as it is shown.
 *
 * @param number in its file, counted from 1; a kept line has its number before
 * @param other the number after, of a kept line
 */
record DiffLine(Line.Kind kind, int number, int other, List<Node> content) {
  DiffLine {
    content = List.copyOf(content);
  }

  /** Returns the lines of a hunk, with marks where a line has changed into another. */
  static List<DiffLine> of(Hunk hunk) {
    List<Line> lines = hunk.lines();
    List<DiffLine> shown = new ArrayList<>();
    int before = hunk.firstBefore();
    int after = hunk.firstAfter();
    for (int i = 0; i < lines.size(); ) {
      int removed = run(lines, i, Line.Kind.REMOVED);
      int added = run(lines, i + removed, Line.Kind.ADDED);
      if (removed + added == 0) {
        shown.add(new DiffLine(Line.Kind.KEPT, before++, after++, content(lines.get(i))));
        i++;
        continue;
      }
      List<List<Node>> contents = marked(lines.subList(i, i + removed + added), removed);
      for (int j = 0; j < removed + added; j++) {
        shown.add(
            j < removed
                ? new DiffLine(Line.Kind.REMOVED, before++, 0, contents.get(j))
                : new DiffLine(Line.Kind.ADDED, after++, 0, contents.get(j)));
      }
      i += removed + added;
    }
    return shown;
  }

  private static int run(List<Line> lines, int from, Line.Kind kind) {
    int to = from;
    while (to < lines.size() && lines.get(to).kind() == kind) {
      to++;
    }
    return to - from;
  }

  /** Lines are compared in pairs, if as many were added as removed. */
  private static List<List<Node>> marked(List<Line> lines, int removed) {
    List<List<Node>> contents = new ArrayList<>(lines.stream().map(DiffLine::content).toList());
    if (2 * removed == lines.size()) {
      for (int i = 0; i < removed; i++) {
        Line one = lines.get(i);
        Line other = lines.get(removed + i);
        WordMarks marks = WordMarks.of(decoded(one), decoded(other));
        if (!marks.before().isEmpty() && !marks.after().isEmpty()) {
          contents.set(i, content(marks.before(), one));
          contents.set(removed + i, content(marks.after(), other));
        }
      }
    }
    return contents;
  }

  private static List<Node> content(List<WordMarks.Piece> pieces, Line line) {
    List<Node> shown = new ArrayList<>();
    for (WordMarks.Piece piece : pieces) {
      List<Node> nodes = VisibleText.of(piece.text());
      if (piece.isChanged()) {
        shown.add(element(Tag.MARK, nodes));
      } else {
        shown.addAll(nodes);
      }
    }
    return ended(shown, line);
  }

  private static List<Node> content(Line line) {
    return ended(new ArrayList<>(VisibleText.of(decoded(line))), line);
  }

  private static List<Node> ended(List<Node> shown, Line line) {
    shown.add(text(line.isUnended() ? "\n\\ No newline at the end of the file\n" : "\n"));
    return shown;
  }

  private static String decoded(Line line) {
    byte[] bytes = line.latin1().getBytes(StandardCharsets.ISO_8859_1);
    return Html.cut(String.join("", TextContent.of(bytes).lines()), FilePage.LINE_SHOWN);
  }

  String sign() {
    return switch (kind) {
      case KEPT -> " ";
      case ADDED -> "+";
      case REMOVED -> "-";
    };
  }
}
