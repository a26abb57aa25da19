package dev.graspd.server.site.text.markdown;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The ids of one text. All have the same beginning, so that none can stand for a part of the page
 * around it, and each is there once.
 */
final class Slugs {
  static final String PREFIX = "user-content-";

  /** The longest id, in characters. */
  private static final int CHARS_MAX = 200;

  private static final Pattern NOT_IN_SLUG = Pattern.compile("[^\\p{L}\\p{M}\\p{N}_\\- ]");

  /** A line of a file, which has its anchor without the prefix. */
  private static final Pattern LINE = Pattern.compile("L[0-9]{1,8}(?:-L?[0-9]{1,8})?");

  private final Set<String> used = new HashSet<>();
  private final Map<String, Integer> next = new HashMap<>();

  /** Returns a new id for a heading, spelled as other forges do. */
  String ofHeading(String text) {
    String plain = NOT_IN_SLUG.matcher(cut(text.strip())).replaceAll("").replace(' ', '-');
    String slug = plain.isEmpty() ? "section" : plain.toLowerCase(Locale.ROOT);
    String id = slug;
    while (!used.add(id)) {
      id = slug + "-" + next.merge(slug, 1, Integer::sum);
    }
    return PREFIX + id;
  }

  /** Returns an id that the text asks for; empty if it is taken or cannot be one. */
  Optional<String> given(String id) {
    String own = withoutPrefix(id.strip());
    boolean isPossible =
        !own.isEmpty()
            && own.length() <= CHARS_MAX
            && own.chars().noneMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c));
    return isPossible && used.add(own) ? Optional.of(PREFIX + own) : Optional.empty();
  }

  private static String cut(String text) {
    return text.length() > CHARS_MAX ? text.substring(0, CHARS_MAX) : text;
  }

  private static String withoutPrefix(String id) {
    return id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : id;
  }

  /** Returns the fragment of a link to an id of the same text, with its {@code #}. */
  static String anchor(String name) {
    return "#" + PREFIX + withoutPrefix(name);
  }

  /** Returns the fragment of a link to a file, with its {@code #}; empty without a name. */
  static String anchorOfFile(String name) {
    if (name.isEmpty()) {
      return "";
    }
    return LINE.matcher(name).matches() ? "#" + name : anchor(name);
  }
}
