package dev.graspd.server.site.file;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of a file that a client wants, by the header {@code Range}. */
public sealed interface ByteRange {
  /** All of it: there is no such header, or none that counts. */
  record Whole() implements ByteRange {}

  /** The bytes from one to another, both included. */
  record Part(long first, long last) implements ByteRange {
    public long length() {
      return last - first + 1;
    }
  }

  /** A part beyond the end. */
  record Beyond() implements ByteRange {}

  Pattern ONE = Pattern.compile("bytes=([0-9]{0,18})-([0-9]{0,18})");

  /** Reads a header; several parts at once are answered with the whole file. */
  static ByteRange parse(String header, long size) {
    Matcher range = ONE.matcher(header.strip());
    if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
      return new Whole();
    }
    if (range.group(1).isEmpty()) {
      long count = Long.parseLong(range.group(2));
      return count == 0 || size == 0 ? new Beyond() : new Part(Math.max(0, size - count), size - 1);
    }
    long first = Long.parseLong(range.group(1));
    long last = range.group(2).isEmpty() ? size - 1 : Long.parseLong(range.group(2));
    if (!range.group(2).isEmpty() && last < first) {
      return new Whole();
    }
    return first >= size ? new Beyond() : new Part(first, Math.min(last, size - 1));
  }
}
