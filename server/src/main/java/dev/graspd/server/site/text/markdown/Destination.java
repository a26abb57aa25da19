package dev.graspd.server.site.text.markdown;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.html.Html.Link;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The destination of a link, as it is written in a text. */
sealed interface Destination {
  /** A page of another server, or something of Nostr. */
  record Foreign(Link link) implements Destination {}

  /** A place in the same text. */
  record Anchor(String name) implements Destination {}

  /**
   * A file or directory of the repository.
   *
   * @param fragment without its {@code #}; empty if there is none
   */
  record Inside(TreePath path, String fragment) implements Destination {}

  /** Nothing that a page may link to. */
  record Nowhere() implements Destination {}

  /** No link that works is longer, in characters. */
  int CHARS_MAX = 2_000;

  Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]{0,30}):");

  /**
   * Reads a destination; entities and escapes of the text are decoded already.
   *
   * @param directory the one that relative destinations start from
   */
  static Destination parse(String written, TreePath directory) {
    String text = written.strip();
    boolean isOdd = text.isEmpty() || text.length() > CHARS_MAX;
    if (isOdd || text.chars().anyMatch(Character::isISOControl)) {
      return new Nowhere();
    }
    Matcher scheme = SCHEME.matcher(text);
    if (scheme.lookingAt()) {
      return foreign(scheme.group().toLowerCase(Locale.ROOT) + text.substring(scheme.end()));
    }
    if (text.startsWith("//")) {
      return foreign("https:" + text);
    }
    return text.startsWith("#") ? new Anchor(text.substring(1)) : inside(text, directory);
  }

  private static Destination foreign(String target) {
    return Link.parse(target).<Destination>map(Foreign::new).orElseGet(Nowhere::new);
  }

  private static Destination inside(String text, TreePath directory) {
    int hash = text.indexOf('#');
    String whole = hash < 0 ? text : text.substring(0, hash);
    int question = whole.indexOf('?');
    String path = question < 0 ? whole : whole.substring(0, question);
    return resolve(path, directory)
        .<Destination>map(found -> new Inside(found, hash < 0 ? "" : text.substring(hash + 1)))
        .orElseGet(Nowhere::new);
  }

  /** Follows a path, from the root if it begins with a slash; empty if it leaves the tree. */
  private static Optional<TreePath> resolve(String path, TreePath directory) {
    List<String> steps = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      String step = decoded(segment);
      if (step.contains("/")) {
        return Optional.empty();
      }
      steps.add(step);
    }
    TreePath from = path.startsWith("/") ? TreePath.ROOT : directory;
    return from.follow(String.join("/", steps));
  }

  /** Decodes percent signs once, to one character for each byte; others stand for themselves. */
  private static String decoded(String segment) {
    String bytes =
        new String(segment.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    StringBuilder out = new StringBuilder(bytes.length());
    for (int at = 0; at < bytes.length(); at++) {
      boolean isEscape =
          bytes.charAt(at) == '%'
              && at + 2 < bytes.length()
              && HexFormat.isHexDigit(bytes.charAt(at + 1))
              && HexFormat.isHexDigit(bytes.charAt(at + 2));
      if (isEscape) {
        out.append((char) HexFormat.fromHexDigits(bytes, at + 1, at + 3));
        at += 2;
      } else {
        out.append(bytes.charAt(at));
      }
    }
    return out.toString();
  }
}
