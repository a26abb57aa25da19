package dev.graspd.server.site.address;

import dev.graspd.core.tree.TreeName;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The part of an address after the question mark. Unknown keys and values have no effect (W-23).
 */
final class Query {
  private static final String SLASH = "/";

  private record Pair(String key, String raw) {}

  private final List<Pair> pairs;

  private Query(List<Pair> pairs) {
    this.pairs = pairs;
  }

  static Query parse(String raw) {
    List<Pair> pairs = new ArrayList<>();
    for (String part : raw.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        pairs.add(new Pair(part.substring(0, equals), part.substring(equals + 1)));
      }
    }
    return new Query(pairs);
  }

  private Optional<String> raw(String key) {
    return pairs.stream().filter(pair -> pair.key.equals(key)).map(Pair::raw).findFirst();
  }

  /** Returns a text; absent if it is empty or malformed. */
  Optional<String> text(String key) {
    return raw(key).flatMap(Query::decoded).filter(text -> !text.isEmpty());
  }

  private static Optional<String> decoded(String raw) {
    try {
      return Optional.of(URLDecoder.decode(raw, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  OptionalInt number(String key) {
    return raw(key)
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(text -> OptionalInt.of(Integer.parseInt(text)))
        .orElse(OptionalInt.empty());
  }

  /** Returns a constant by its name in lower case, or the usual one. */
  <E extends Enum<E>> E choice(String key, Class<E> type, E usual) {
    String wanted = raw(key).orElse("");
    for (E one : type.getEnumConstants()) {
      if (word(one).equals(wanted)) {
        return one;
      }
    }
    return usual;
  }

  /** Returns a path; empty if there is none, or one that no tree has. */
  List<TreeName> path(String key) {
    List<TreeName> names = new ArrayList<>();
    String raw =
        raw(key).orElse("").replace("%2F", SLASH).replace("%2f", SLASH).replace("+", "%20");
    for (String segment : raw.split(SLASH, -1)) {
      Optional<TreeName> name = Segments.decode(segment);
      if (name.isEmpty()) {
        return List.of();
      }
      names.add(name.get());
    }
    return names;
  }

  /** Returns the name of a constant in addresses. */
  static String word(Enum<?> one) {
    return one.name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Writes a query; pairs in the order in which they are added. */
  static final class Writer {
    private final List<String> parts = new ArrayList<>();

    Writer text(String key, Optional<String> value) {
      value.ifPresent(
          text -> parts.add(key + "=" + URLEncoder.encode(text, StandardCharsets.UTF_8)));
      return this;
    }

    <E extends Enum<E>> Writer choice(String key, E value, E usual) {
      return text(key, value == usual ? Optional.empty() : Optional.of(word(value)));
    }

    Writer number(String key, int value, int usual) {
      return text(key, value == usual ? Optional.empty() : Optional.of(Integer.toString(value)));
    }

    Writer path(String key, List<TreeName> names) {
      if (!names.isEmpty()) {
        parts.add(
            key
                + "="
                + names.stream()
                    .map(name -> Segments.encode(name).replace("+", "%2B"))
                    .collect(Collectors.joining(SLASH)));
      }
      return this;
    }

    /** Returns the query with its question mark; nothing if it is empty. */
    String end() {
      return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }
  }
}
