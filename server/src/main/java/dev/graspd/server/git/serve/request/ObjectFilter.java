package dev.graspd.server.git.serve.request;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which objects a partial clone leaves out, in the form that JGit reads. */
public record ObjectFilter(String spec) {
  private static final Pattern BLOB_LIMIT = Pattern.compile("blob:limit=([0-9]{1,10})([kmg]?)");
  private static final Pattern TREE_DEPTH = Pattern.compile("tree:([0-9]{1,9})");

  /** Parses {@code blob:none}, {@code blob:limit=<n>[kmg]} and {@code tree:<depth>}. */
  static Optional<ObjectFilter> parse(String text) {
    if (text.equals("blob:none")) {
      return Optional.of(new ObjectFilter(text));
    }
    Matcher blob = BLOB_LIMIT.matcher(text);
    if (blob.matches()) {
      long bytes = Long.parseLong(blob.group(1)) << shift(blob.group(2));
      return Optional.of(new ObjectFilter("blob:limit=" + bytes));
    }
    Matcher tree = TREE_DEPTH.matcher(text);
    return tree.matches()
        ? Optional.of(new ObjectFilter("tree:" + Integer.parseInt(tree.group(1))))
        : Optional.empty();
  }

  private static int shift(String unit) {
    return switch (unit) {
      case "k" -> 10;
      case "m" -> 20;
      case "g" -> 30;
      default -> 0;
    };
  }
}
