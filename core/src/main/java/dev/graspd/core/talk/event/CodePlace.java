package dev.graspd.core.talk.event;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import java.util.List;
import java.util.Optional;

/**
 * The place in a file that a comment names with its tags for file, commit and lines (W-45).
 *
 * @param commit the commit whose file it is
 * @param lines the lines; without them the comment is about the file
 */
public record CodePlace(TreePath path, Optional<Oid> commit, Optional<Lines> lines) {
  /** Longest path, in characters. */
  public static final int PATH_MAX = 4_096;

  /** Greatest number of a line. */
  public static final int LINE_MAX = 9_999_999;

  private static final int DIGITS_MAX = 7;

  /** Which version of the file the numbers count. */
  public enum Side {
    /** Before the commit: lines that it removes. */
    OLD,
    NEW
  }

  /** Lines, the first and the last included, counted from 1. */
  public record Lines(int first, int last, Side side) {
    public Lines {
      if (first < 1 || last < first || last > LINE_MAX) {
        throw new IllegalArgumentException("not a range of lines");
      }
    }
  }

  /** Reads the place of a comment; empty if it names no file. */
  static Optional<CodePlace> of(Event event) {
    return event
        .tag("f")
        .map(Tag::value)
        .flatMap(CodePlace::path)
        .map(path ->
            new CodePlace(
                path,
                event.tag("c").map(Tag::value).flatMap(Oid::parse),
                event.tag("line").flatMap(CodePlace::lines)));
  }

  private static Optional<TreePath> path(String text) {
    boolean isPossible =
        !text.isEmpty()
            && text.length() <= PATH_MAX
            && text.indexOf('\0') < 0
            && List.of(text.split("/", -1)).stream()
                .noneMatch(name -> name.isEmpty() || name.equals(".") || name.equals(".."));
    return isPossible ? Optional.of(TreePath.of(text)) : Optional.empty();
  }

  /** Reads {@code 10} or {@code 10-20}; {@code del} after it means the old side. */
  private static Optional<Lines> lines(Tag tag) {
    Side side = tag.items().size() > 2 && tag.items().get(2).equals("del") ? Side.OLD : Side.NEW;
    String text = tag.value();
    int dash = text.indexOf('-');
    int first = number(dash < 0 ? text : text.substring(0, dash));
    int last = dash < 0 ? first : number(text.substring(dash + 1));
    return first < 1 || last < first ? Optional.empty() : Optional.of(new Lines(first, last, side));
  }

  /** A number without a sign, or 0. */
  private static int number(String text) {
    boolean isNumber =
        !text.isEmpty()
            && text.length() <= DIGITS_MAX
            && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? Integer.parseInt(text) : 0;
  }
}
