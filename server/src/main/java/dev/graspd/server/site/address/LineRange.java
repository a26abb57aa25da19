package dev.graspd.server.site.address;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Some lines of a file, counted from 1. */
public record LineRange(int first, int last) {
  private static final Pattern WRITTEN =
      Pattern.compile("([1-9][0-9]{0,7})(?:-([1-9][0-9]{0,7}))?");

  public LineRange {
    if (first < 1 || last < first) {
      throw new IllegalArgumentException("not a range of lines: " + first + "-" + last);
    }
  }

  static Optional<LineRange> parse(String text) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches()) {
      return Optional.empty();
    }
    int first = Integer.parseInt(written.group(1));
    int last = written.group(2) == null ? first : Integer.parseInt(written.group(2));
    return last < first ? Optional.empty() : Optional.of(new LineRange(first, last));
  }

  String written() {
    return first == last ? Integer.toString(first) : first + "-" + last;
  }
}
