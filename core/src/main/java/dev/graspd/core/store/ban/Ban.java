package dev.graspd.core.store.ban;

import java.util.OptionalLong;

/**
 * One ban. A row of the store.
 *
 * @param number of the audit entry that began it; kept events are filed under it
 * @param reason at most {@link Order#REASON_CHARACTERS_MAX} characters, may be empty
 * @param by who ordered it
 * @param atSeconds when it was ordered last
 * @param untilSeconds when it ends by itself
 */
public record Ban(
    long number,
    Banned what,
    Phase phase,
    String reason,
    String by,
    long atSeconds,
    OptionalLong untilSeconds) {

  /** How far a ban is. The codes are on disk. */
  public enum Phase {
    /** It keeps out, and what it covers is still being set aside. */
    BEGINNING(1),
    /** It keeps out, and nothing that it covers is served. */
    IN_FORCE(2),
    /** It keeps nothing out any more, and what it had set aside comes back. */
    LIFTED(3);

    private final int code;

    Phase(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }

    public static Phase ofCode(int code) {
      for (Phase phase : values()) {
        if (phase.code == code) {
          return phase;
        }
      }
      throw new IllegalArgumentException("no phase of a ban: " + code);
    }
  }

  /** Returns whether it keeps events out. */
  public boolean keepsOut() {
    return phase != Phase.LIFTED;
  }

  /** Returns whether its time is over, so that it is to be lifted. */
  public boolean isOverAt(long nowSeconds) {
    return keepsOut() && untilSeconds.isPresent() && untilSeconds.getAsLong() <= nowSeconds;
  }

  public Ban in(Phase next) {
    return new Ban(number, what, next, reason, by, atSeconds, untilSeconds);
  }
}
