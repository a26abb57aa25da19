package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import java.util.Arrays;

/**
 * An event that is not here and that sync need not bring: it was here and left, or it was offered
 * and refused. Whoever brings it all the same is answered as if nothing were remembered.
 *
 * @param sinceSeconds when it left or was refused
 * @param untilSeconds from then on it may be brought again
 */
public record Unwanted(
    EventId id,
    PublicKey author,
    long createdAt,
    int kind,
    Why why,
    long sinceSeconds,
    long untilSeconds) {
  /** In place of a time, for what stays unwanted as long as there is room for it. */
  public static final long ALWAYS = Long.MAX_VALUE;

  /** How long what waited in vain is not brought again: its git data may have come elsewhere. */
  public static final long LAPSED_SECONDS = 7L * 24 * 3600;

  /** How long what gave way to newer events is not brought again: its author may take part then. */
  public static final long EVICTED_SECONDS = 7L * 24 * 3600;

  /** Why it is not wanted. The codes are written to disk and never change. */
  public enum Why {
    REPLACED(Removal.REPLACED.code()),
    DELETED(Removal.DELETED.code()),
    EXPIRED(Removal.EXPIRED.code()),
    VANISHED(Removal.VANISHED.code()),
    LAPSED(Removal.LAPSED.code()),
    BANNED(Removal.BANNED.code()),
    EXCLUDED(Removal.EXCLUDED.code()),
    EVICTED(Removal.EVICTED.code()),
    /** A newer version is known here. */
    OUTDATED(32),
    /** An announcement that does not list this service. */
    ELSEWHERE(33),
    /** Its author has no say yet, or what it belongs to is not announced here. */
    NOT_YET_VALID(34),
    /** Refused for any other lasting reason. */
    REFUSED(35);

    private static final int REFUSALS_FROM = 32;

    private final int code;

    Why(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }

    /** Returns whether it was offered and refused, and never was here. */
    public boolean isRefusal() {
      return code >= REFUSALS_FROM;
    }

    public static Why ofCode(int code) {
      return Arrays.stream(values())
          .filter(why -> why.code == code)
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("unknown code " + code));
    }
  }

  /** Returns what is remembered of an event that has left the store. */
  public static Unwanted removed(Event event, Removal why, long nowSeconds) {
    long until =
        switch (why) {
          case LAPSED -> nowSeconds + LAPSED_SECONDS;
          case EVICTED -> nowSeconds + EVICTED_SECONDS;
          case REPLACED, DELETED, EXPIRED, VANISHED, EXCLUDED, BANNED, WITHDRAWN -> ALWAYS;
        };
    return of(event, Why.ofCode(why.code()), nowSeconds, until);
  }

  /** Returns what is remembered of an event that was refused. */
  public static Unwanted refused(Event event, Why why, long nowSeconds, long untilSeconds) {
    return of(event, why, nowSeconds, untilSeconds);
  }

  private static Unwanted of(Event event, Why why, long sinceSeconds, long untilSeconds) {
    return new Unwanted(
        event.id(),
        event.author(),
        event.createdAt(),
        event.kind(),
        why,
        sinceSeconds,
        untilSeconds);
  }

  public boolean isOverAt(long nowSeconds) {
    return untilSeconds <= nowSeconds;
  }
}
