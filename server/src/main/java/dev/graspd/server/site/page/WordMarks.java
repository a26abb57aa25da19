package dev.graspd.server.site.page;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the words that differ between two versions of a line. Words at both ends that are equal are
 * taken off first; what is left is compared word by word if it is short, and counts as changed
 * altogether otherwise, so the work has a bound for each line. Pure.
 *
 * @param before the line before; no pieces if the lines have too little in common
 */
record WordMarks(List<Piece> before, List<Piece> after) {
  /** A longer line is not searched for words. */
  private static final int LINE_CHARS_MAX = 2_000;

  /** The most pairs of words that are compared in one line. */
  private static final int PAIRS_MAX = 40_000;

  /** Lines have something in common if this part of the longer one is equal. */
  private static final double COMMON_MIN = 0.25;

  private static final WordMarks NONE = new WordMarks(List.of(), List.of());

  private enum Kind {
    NAME,
    SPACE,
    OTHER
  }

  /** Some words in a row. */
  record Piece(String text, boolean isChanged) {}

  WordMarks {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  static WordMarks of(String before, String after) {
    if (before.length() > LINE_CHARS_MAX || after.length() > LINE_CHARS_MAX) {
      return NONE;
    }
    Row one = new Row(words(before));
    Row other = new Row(words(after));
    int start = 0;
    int shorter = Math.min(one.size(), other.size());
    while (start < shorter && keep(one, start, other, start)) {
      start++;
    }
    int end = 0;
    while (start + end < shorter
        && keep(one, one.size() - 1 - end, other, other.size() - 1 - end)) {
      end++;
    }
    keepCommon(one, other, start, end);
    int longer = Math.max(one.chars(false), other.chars(false));
    return one.chars(true) < COMMON_MIN * longer
        ? NONE
        : new WordMarks(one.pieces(), other.pieces());
  }

  /** The words of a line, and which of them the other line has too. For one thread. */
  private static final class Row {
    private final List<String> words;
    private final BitSet kept = new BitSet();

    Row(List<String> words) {
      this.words = words;
    }

    int size() {
      return words.size();
    }

    /** Counts characters that can be seen. */
    int chars(boolean onlyKept) {
      int chars = 0;
      for (int i = 0; i < size(); i++) {
        boolean counts = !words.get(i).isBlank() && (!onlyKept || kept.get(i));
        chars += counts ? words.get(i).length() : 0;
      }
      return chars;
    }

    List<Piece> pieces() {
      List<Piece> pieces = new ArrayList<>();
      int from = 0;
      for (int i = 1; i <= size(); i++) {
        if (i == size() || kept.get(i) != kept.get(from)) {
          pieces.add(new Piece(String.join("", words.subList(from, i)), !kept.get(from)));
          from = i;
        }
      }
      return pieces;
    }
  }

  /** Keeps a word that is the same in both. */
  private static boolean keep(Row one, int i, Row other, int j) {
    boolean isSame = one.words.get(i).equals(other.words.get(j));
    if (isSame) {
      one.kept.set(i);
      other.kept.set(j);
    }
    return isSame;
  }

  /** Splits a line into names and numbers, white space, and single other characters. */
  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    int from = 0;
    while (from < line.length()) {
      Kind kind = kind(line.codePointAt(from));
      int to = line.offsetByCodePoints(from, 1);
      while (kind != Kind.OTHER && to < line.length() && kind(line.codePointAt(to)) == kind) {
        to = line.offsetByCodePoints(to, 1);
      }
      words.add(line.substring(from, to));
      from = to;
    }
    return words;
  }

  private static Kind kind(int c) {
    if (Character.isLetterOrDigit(c) || c == '_') {
      return Kind.NAME;
    }
    return Character.isWhitespace(c) ? Kind.SPACE : Kind.OTHER;
  }

  /** Keeps a longest common row of words between the equal ends of both lines. */
  private static void keepCommon(Row one, Row other, int start, int end) {
    int rows = one.size() - start - end;
    int columns = other.size() - start - end;
    if ((long) rows * columns > PAIRS_MAX) {
      return;
    }
    int[][] lengths = new int[rows + 1][columns + 1];
    for (int i = rows - 1; i >= 0; i--) {
      for (int j = columns - 1; j >= 0; j--) {
        boolean isSame = one.words.get(start + i).equals(other.words.get(start + j));
        lengths[i][j] =
            isSame ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < rows && j < columns) {
      if (keep(one, start + i, other, start + j)) {
        i++;
        j++;
      } else if (lengths[i + 1][j] >= lengths[i][j + 1]) {
        i++;
      } else {
        j++;
      }
    }
  }
}
