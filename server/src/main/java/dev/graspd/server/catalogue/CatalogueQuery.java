package dev.graspd.server.catalogue;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A request for repositories.
 *
 * @param text words that all occur in the identifier, name, description or topics
 * @param archived only copies of repositories hosted elsewhere, or only others
 * @param sort the order, newest first
 * @param limit how many at most
 * @param after where the next part begins
 */
public record CatalogueQuery(
    Optional<String> text,
    Optional<PublicKey> owner,
    Optional<String> topic,
    Optional<Boolean> archived,
    Sort sort,
    int limit,
    Optional<ListPosition> after) {
  /** Most repositories of one answer. */
  public static final int LIMIT_MAX = 100;

  /** What counts for the order of a list. */
  public enum Sort {
    /** The time of the announcement. */
    ANNOUNCED,

    /** The time of the newest state, or of the announcement if there is none. */
    UPDATED
  }

  private static final int LIMIT_USUAL = 50;
  private static final int TEXT_CHARS_MAX = 256;

  /** All of them, from the newest announcement on. */
  public static final CatalogueQuery ALL =
      new CatalogueQuery(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Sort.ANNOUNCED,
          LIMIT_USUAL,
          Optional.empty());

  /** All of them, the last updated first. */
  public static final CatalogueQuery LAST_UPDATED = ALL.withSort(Sort.UPDATED);

  /** The result of parsing a query. */
  public sealed interface Parsed {
    record Query(CatalogueQuery query) implements Parsed {}

    /** It cannot be used; the detail says why. */
    record Malformed(String detail) implements Parsed {}
  }

  /** Parses the query of a URL. */
  public static Parsed parse(String text) {
    CatalogueQuery query = ALL;
    for (String part : text.split("&", -1)) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      Optional<String> value = decoded(equals < 0 ? "" : part.substring(equals + 1));
      Optional<CatalogueQuery> more = value.flatMap(query.adding(name));
      if (more.isEmpty()) {
        return new Parsed.Malformed(expected(name));
      }
      query = more.get();
    }
    return new Parsed.Query(query);
  }

  private interface Adding extends java.util.function.Function<String, Optional<CatalogueQuery>> {}

  private Adding adding(String name) {
    return switch (name) {
      case "q" -> value -> shortText(value).map(this::withText);
      case "owner" -> value -> key(value).map(this::withOwner);
      case "topic" -> value -> shortText(value).map(this::withTopic);
      case "archived" -> value -> yesOrNo(value).map(this::withArchived);
      case "sort" -> value -> sort(value).map(this::withSort);
      case "limit" -> value -> limit(value).map(this::withLimit);
      case "cursor" -> value -> ListPosition.parse(value).map(this::withAfter);
      default -> _ -> Optional.empty();
    };
  }

  private static String expected(String name) {
    return switch (name) {
      case "q", "topic" -> name + " is text of 1 to " + TEXT_CHARS_MAX + " characters";
      case "owner" -> "owner is npub1… or 64 hex digits";
      case "archived" -> "archived is true or false";
      case "sort" -> "sort is announced or updated, the newest first";
      case "limit" -> "limit is a number from 1 to " + LIMIT_MAX;
      case "cursor" -> "cursor is what an earlier answer gave as next";
      default -> "only q, owner, topic, archived, sort, limit and cursor are known";
    };
  }

  private static Optional<String> decoded(String value) {
    try {
      return Optional.of(URLDecoder.decode(value, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> shortText(String value) {
    return value.isBlank() || value.length() > TEXT_CHARS_MAX
        ? Optional.empty()
        : Optional.of(value.strip());
  }

  private static Optional<PublicKey> key(String value) {
    return Hex.isLowerHex(value, 64)
        ? Optional.of(PublicKey.parse(value))
        : Bech32.parseNpub(value);
  }

  private static Optional<Boolean> yesOrNo(String value) {
    return switch (value) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<Sort> sort(String value) {
    return switch (value) {
      case "announced" -> Optional.of(Sort.ANNOUNCED);
      case "updated" -> Optional.of(Sort.UPDATED);
      default -> Optional.empty();
    };
  }

  private static Optional<Integer> limit(String value) {
    return value.matches("[0-9]{1,3}")
        ? Optional.of(Integer.parseInt(value)).filter(count -> count >= 1 && count <= LIMIT_MAX)
        : Optional.empty();
  }

  /** Returns the same, only what has these words. */
  public CatalogueQuery withText(String words) {
    return new CatalogueQuery(Optional.of(words), owner, topic, archived, sort, limit, after);
  }

  /** Returns the same, only of this key. */
  public CatalogueQuery withOwner(PublicKey key) {
    return new CatalogueQuery(text, Optional.of(key), topic, archived, sort, limit, after);
  }

  private CatalogueQuery withTopic(String one) {
    return new CatalogueQuery(text, owner, Optional.of(one), archived, sort, limit, after);
  }

  private CatalogueQuery withArchived(boolean one) {
    return new CatalogueQuery(text, owner, topic, Optional.of(one), sort, limit, after);
  }

  /** Returns the same in another order. */
  public CatalogueQuery withSort(Sort order) {
    return new CatalogueQuery(text, owner, topic, archived, order, limit, after);
  }

  /** Returns the same with another number of entries. */
  public CatalogueQuery withLimit(int count) {
    return new CatalogueQuery(text, owner, topic, archived, sort, count, after);
  }

  /** Returns the same, from this place on. */
  public CatalogueQuery withAfter(ListPosition place) {
    return new CatalogueQuery(text, owner, topic, archived, sort, limit, Optional.of(place));
  }
}
