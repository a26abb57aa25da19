package dev.graspd.core.talk.list;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.text.Hex;
import java.util.Optional;

/**
 * A position in a list: behind a row with this time and id, whether that row is still there or not.
 * So pages do not shift when threads come or go.
 */
public record Cursor(Sort sort, long time, EventId id) {
  private static final int DIGITS_MAX = 18;
  private static final int ID_DIGITS = 64;

  static Cursor behind(ThreadRow row, Sort sort) {
    return new Cursor(sort, sort.time(row), row.id());
  }

  boolean isBefore(ThreadRow row) {
    long other = sort.time(row);
    return other < time || (other == time && row.id().compareTo(id) > 0);
  }

  /** Reads what {@link #toString} writes; empty for any other text. */
  public static Optional<Cursor> parse(String text) {
    int dash = text.indexOf('-');
    if (dash < 2 || dash > DIGITS_MAX + 1 || !Hex.isLowerHex(text.substring(dash + 1), ID_DIGITS)) {
      return Optional.empty();
    }
    String digits = text.substring(1, dash);
    boolean isNumber =
        digits.chars().allMatch(c -> c >= '0' && c <= '9')
            && (digits.length() == 1 || digits.charAt(0) != '0');
    EventId id = EventId.parse(text.substring(dash + 1));
    return isNumber
        ? sort(text.charAt(0)).map(sort -> new Cursor(sort, Long.parseLong(digits), id))
        : Optional.empty();
  }

  private static Optional<Sort> sort(char letter) {
    return switch (letter) {
      case 'n' -> Optional.of(Sort.NEWEST);
      case 'u' -> Optional.of(Sort.UPDATED);
      default -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return (sort == Sort.NEWEST ? "n" : "u") + time + "-" + id;
  }
}
