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
import dev.graspd.server.site.text.highlight.CodeNodes;
import dev.graspd.server.site.text.highlight.Highlighter;
import dev.graspd.server.site.text.highlight.Language;
import dev.graspd.server.site.text.highlight.Token;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

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

  /** A line with its tokens. */
  private record Coded(Line line, String text, List<Token> tokens) {}

  /**
   * Returns the lines of a hunk, with marks where a line has changed into another.
   *
   * @param language for colours, if they are wanted
   */
  static List<DiffLine> of(Hunk hunk, Optional<Language> language) {
    List<Coded> lines = coded(hunk, language);
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

  /** Each side is a text of its own: a comment may begin in a line that only one of them has. */
  private static List<Coded> coded(Hunk hunk, Optional<Language> language) {
    Iterator<List<Token>> before = tokens(hunk, Line.Kind.REMOVED, language);
    Iterator<List<Token>> after = tokens(hunk, Line.Kind.ADDED, language);
    List<Coded> lines = new ArrayList<>();
    for (Line line : hunk.lines()) {
      List<Token> tokens =
          switch (line.kind()) {
            case REMOVED -> before.next();
            case ADDED -> after.next();
            case KEPT -> {
              List<Token> _ = before.next();
              yield after.next();
            }
          };
      lines.add(new Coded(line, decoded(line), tokens));
    }
    return lines;
  }

  private static Iterator<List<Token>> tokens(
      Hunk hunk, Line.Kind side, Optional<Language> language) {
    List<String> lines =
        hunk.lines().stream()
            .filter(line -> line.kind() == side || line.kind() == Line.Kind.KEPT)
            .map(DiffLine::decoded)
            .toList();
    return Highlighter.of(language, lines).iterator();
  }

  private static int run(List<Coded> lines, int from, Line.Kind kind) {
    int to = from;
    while (to < lines.size() && lines.get(to).line.kind() == kind) {
      to++;
    }
    return to - from;
  }

  /** Lines are compared in pairs, if as many were added as removed. */
  private static List<List<Node>> marked(List<Coded> lines, int removed) {
    List<List<Node>> contents = new ArrayList<>(lines.stream().map(DiffLine::content).toList());
    if (2 * removed == lines.size()) {
      for (int i = 0; i < removed; i++) {
        Coded one = lines.get(i);
        Coded other = lines.get(removed + i);
        WordMarks marks = WordMarks.of(one.text, other.text);
        if (!marks.before().isEmpty() && !marks.after().isEmpty()) {
          contents.set(i, content(marks.before(), one));
          contents.set(removed + i, content(marks.after(), other));
        }
      }
    }
    return contents;
  }

  /** A changed word has the colour of its mark alone. */
  private static List<Node> content(List<WordMarks.Piece> pieces, Coded line) {
    List<Node> shown = new ArrayList<>();
    int at = 0;
    for (WordMarks.Piece piece : pieces) {
      int end = at + piece.text().length();
      if (piece.isChanged()) {
        shown.add(element(Tag.MARK, VisibleText.of(piece.text())));
      } else {
        shown.addAll(CodeNodes.of(Token.between(line.tokens, at, end)));
      }
      at = end;
    }
    return ended(shown, line.line);
  }

  private static List<Node> content(Coded line) {
    return ended(new ArrayList<>(CodeNodes.of(line.tokens)), line.line);
  }

  private static List<Node> ended(List<Node> shown, Line line) {
    shown.add(text(line.isUnended() ? "\n\\ No newline at the end of the file\n" : "\n"));
    return shown;
  }

  private static String decoded(Line line) {
    byte[] bytes = line.latin1().getBytes(StandardCharsets.ISO_8859_1);
    return Html.cut(String.join("", TextContent.of(bytes).lines()), FilePage.LINE_SHOWN);
  }

  /** Returns its number before; 0 if it is added. */
  int before() {
    return kind == Line.Kind.ADDED ? 0 : number;
  }

  /** Returns its number after; 0 if it is removed. */
  int after() {
    return switch (kind) {
      case KEPT -> other;
      case ADDED -> number;
      case REMOVED -> 0;
    };
  }

  String sign() {
    return switch (kind) {
      case KEPT -> " ";
      case ADDED -> "+";
      case REMOVED -> "-";
    };
  }
}
