package dev.graspd.server.site.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a file that stands for a larger one (Git LFS).
 *
 * @param oid of the larger file, with the name of its hash
 */
public record LfsPointer(String oid, long size) {
  /** A pointer is shorter. */
  private static final int CHARS_MAX = 1_024;

  private static final String BEGIN = "version https://git-lfs.github.com/spec/v1\n";
  private static final Pattern OID = Pattern.compile("(?m)^oid (sha256:[0-9a-f]{64})$");
  private static final Pattern SIZE = Pattern.compile("(?m)^size ([0-9]{1,18})$");

  public static Optional<LfsPointer> parse(String text) {
    if (text.length() >= CHARS_MAX || !text.startsWith(BEGIN)) {
      return Optional.empty();
    }
    Matcher oid = OID.matcher(text);
    Matcher size = SIZE.matcher(text);
    return oid.find() && size.find()
        ? Optional.of(new LfsPointer(oid.group(1), Long.parseLong(size.group(1))))
        : Optional.empty();
  }
}
