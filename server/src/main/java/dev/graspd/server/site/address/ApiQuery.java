package dev.graspd.server.site.address;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.tree.TreeName;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The part of an address of the API after the question mark. Programs are told what they got wrong:
 * the first fault is kept. For one thread.
 */
final class ApiQuery {
  static final String LIMIT = "limit";
  static final String CURSOR = "cursor";
  static final String REVISION = "rev";
  static final String PATH = "path";
  static final String HUNKS = "hunks";
  static final String STATE = "state";
  static final String LABEL = "label";
  static final String AUTHOR = "author";
  static final String TEXT = "q";
  static final String SORT = "sort";
  static final String FROM = "from";
  static final String TYPE = "type";

  private static final int KEY_DIGITS = 64;

  private final SortedMap<String, String> values = new TreeMap<>();
  private Optional<String> fault = Optional.empty();

  ApiQuery(String raw, List<String> known) {
    for (String part : raw.split("&", -1)) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      String key = equals < 0 ? part : part.substring(0, equals);
      boolean isNew = values.putIfAbsent(key, equals < 0 ? "" : part.substring(equals + 1)) == null;
      if (!known.contains(key)) {
        refuse(known.isEmpty() ? "no key is known here" : onlyKnown(known));
      } else if (!isNew) {
        refuse(key + " is given twice");
      }
    }
  }

  private static String onlyKnown(List<String> known) {
    return known.stream().collect(Collectors.joining(", ", "no other key is known here than ", ""));
  }

  private void refuse(String detail) {
    fault = fault.or(() -> Optional.of(detail));
  }

  /** Returns what is wrong with the query. */
  Optional<String> fault() {
    return fault;
  }

  private <T> Optional<T> value(String key, Function<String, Optional<T>> parser, String expected) {
    String raw = values.get(key);
    Optional<T> parsed = raw == null ? Optional.empty() : parser.apply(raw);
    if (raw != null && parsed.isEmpty()) {
      refuse(expected);
    }
    return parsed;
  }

  /** Returns the part of a list; its cursor is read by a parser. */
  <C> Part<C> part(Function<String, Optional<C>> parser) {
    int limit =
        value(LIMIT, ApiQuery::limit, "limit is a number from 1 to " + Part.LIMIT_MAX)
            .orElse(Part.LIMIT_USUAL);
    Optional<C> after =
        value(
            CURSOR,
            raw -> decoded(raw).flatMap(parser),
            "cursor is what an earlier answer gave as next");
    return new Part<>(limit, after);
  }

  private static Optional<Integer> limit(String raw) {
    return raw.matches("[0-9]{1,3}")
        ? Optional.of(Integer.parseInt(raw)).filter(count -> count >= 1 && count <= Part.LIMIT_MAX)
        : Optional.empty();
  }

  private static Optional<String> decoded(String raw) {
    try {
      return Optional.of(URLDecoder.decode(raw, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Returns a text as it was meant; empty if the key is not there. */
  Optional<String> text(String key) {
    return value(key, ApiQuery::decoded, key + " is percent-encoded");
  }

  Optional<PublicKey> key(String name) {
    return value(
        name,
        raw ->
            Hex.isLowerHex(raw, KEY_DIGITS)
                ? Optional.of(PublicKey.parse(raw))
                : Bech32.parseNpub(raw),
        name + " is an npub or 64 hex digits");
  }

  /** Returns one of some words. */
  <E extends Enum<E>> E choice(String key, E[] values, E usual) {
    String words = Stream.of(values).map(Query::word).collect(Collectors.joining(", "));
    return value(
            key,
            raw -> Stream.of(values).filter(one -> Query.word(one).equals(raw)).findFirst(),
            key + " is one of " + words)
        .orElse(usual);
  }

  String revision(String usual) {
    return value(
            REVISION,
            ApiQuery::revisionOf,
            "rev is HEAD, a branch, a tag, a whole ref name or a commit id")
        .orElse(usual);
  }

  private static Optional<String> revisionOf(String raw) {
    return names(raw)
        .filter(names -> names.stream().allMatch(TreeName::isText))
        .map(names -> names.stream().map(TreeName::text).collect(Collectors.joining("/")));
  }

  /** Returns a path; the root for an empty one. */
  List<TreeName> path() {
    return value(
            PATH,
            raw -> raw.isEmpty() ? Optional.of(List.<TreeName>of()) : names(raw),
            "path has names with slashes between them, percent-encoded")
        .orElse(List.of());
  }

  /** Splits at slashes, also escaped ones: no name has one. */
  private static Optional<List<TreeName>> names(String raw) {
    List<TreeName> names = new ArrayList<>();
    String plain = raw.replace("%2F", "/").replace("%2f", "/").replace("+", "%20");
    for (String segment : plain.split("/", -1)) {
      Optional<TreeName> name = Segments.decode(segment);
      if (name.isEmpty()) {
        return Optional.empty();
      }
      names.add(name.get());
    }
    return Optional.of(names);
  }

  /** Returns whether lines are wanted. */
  boolean hunks() {
    return value(HUNKS, ApiQuery::flag, "hunks is 0 or 1").orElse(true);
  }

  private static Optional<Boolean> flag(String raw) {
    return switch (raw) {
      case "0" -> Optional.of(false);
      case "1" -> Optional.of(true);
      default -> Optional.empty();
    };
  }
}
