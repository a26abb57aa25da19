package dev.graspd.core.store.ban;

/**
 * An order of an operator, as the audit log keeps it (operations.md, A-3).
 *
 * @param actor who gave it, for example {@code uid 1000}
 * @param door through which it came
 * @param reason at most {@link #REASON_CHARACTERS_MAX} characters, may be empty
 */
public record Order(String actor, String door, String reason, long atSeconds) {
  /** Characters of a reason; the 257th is refused. */
  public static final int REASON_CHARACTERS_MAX = 256;

  public Order {
    if (!isReason(reason)) {
      throw new IllegalArgumentException("no reason: " + reason);
    }
  }

  /** Returns whether a text can be a reason: short, and on one line. */
  public static boolean isReason(String text) {
    return text.codePointCount(0, text.length()) <= REASON_CHARACTERS_MAX
        && text.codePoints().noneMatch(Character::isISOControl);
  }
}
