package dev.graspd.server.git.browse.search;

import dev.graspd.core.tree.TreePath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file that has a text.
 *
 * @param lines with the text, the first ones
 * @param hasMore whether more lines have it
 */
public record FileMatch(TreePath path, List<Line> lines, boolean hasMore) {
  /**
   * A line without its end.
   *
   * @param number counted from 1
   * @param latin1 one character for each byte
   */
  public record Line(int number, String latin1) {}

  public FileMatch {
    lines = List.copyOf(lines);
  }

  /** Finds the lines of a file that have a text; empty if none has. Pure. */
  static Optional<FileMatch> of(TreePath path, byte[] content, byte[] wanted, int linesMax) {
    List<Line> lines = new ArrayList<>();
    int number = 1;
    int counted = 0;
    for (int at = find(content, wanted, 0); at >= 0; ) {
      if (lines.size() == linesMax) {
        return Optional.of(new FileMatch(path, lines, true));
      }
      for (; counted < at; counted++) {
        number += content[counted] == '\n' ? 1 : 0;
      }
      int begin = lineBegin(content, at);
      int end = lineEnd(content, at);
      lines.add(
          new Line(number, new String(content, begin, end - begin, StandardCharsets.ISO_8859_1)));
      at = find(content, wanted, end);
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(new FileMatch(path, lines, false));
  }

  private static int find(byte[] content, byte[] wanted, int from) {
    byte first = wanted[0];
    for (int i = from; i <= content.length - wanted.length; i++) {
      if (content[i] == first && isAt(content, wanted, i)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isAt(byte[] content, byte[] wanted, int at) {
    return java.util.Arrays.equals(content, at, at + wanted.length, wanted, 0, wanted.length);
  }

  private static int lineBegin(byte[] content, int at) {
    int begin = at;
    while (begin > 0 && content[begin - 1] != '\n') {
      begin--;
    }
    return begin;
  }

  private static int lineEnd(byte[] content, int at) {
    int end = at;
    while (end < content.length && content[end] != '\n') {
      end++;
    }
    return end;
  }
}
