package dev.graspd.server.git.browse;

import java.util.List;

/** A changed file, with the lines that differ. */
public record FileDiff(FileChange change, Body body) {
  /** The differing content. */
  public sealed interface Body {}

  /**
   * Lines.
   *
   * @param isCut whether there are more hunks than are shown
   */
  public record Lines(List<Hunk> hunks, int added, int removed, boolean isCut) implements Body {
    public Lines {
      hunks = List.copyOf(hunks);
    }
  }

  /** Content that is not text. */
  public record Binary(long bytesBefore, long bytesAfter) implements Body {}

  /** The content is too large, or the time was over: it is not compared. */
  public record NotCompared() implements Body {}

  /**
   * Lines in a row, with some around them.
   *
   * @param firstBefore the number of the first line before, counted from 1; 0 if there is none
   */
  public record Hunk(int firstBefore, int firstAfter, List<Line> lines) {
    public Hunk {
      lines = List.copyOf(lines);
    }

    public long countBefore() {
      return lines.stream().filter(line -> line.kind != Line.Kind.ADDED).count();
    }

    public long countAfter() {
      return lines.stream().filter(line -> line.kind != Line.Kind.REMOVED).count();
    }
  }

  /**
   * A line without its end.
   *
   * @param latin1 one character for each byte
   * @param isUnended whether it is the last line of its file and has no line feed
   */
  public record Line(Kind kind, String latin1, boolean isUnended) {
    /** Where a line is. */
    public enum Kind {
      KEPT,
      REMOVED,
      ADDED
    }
  }
}
