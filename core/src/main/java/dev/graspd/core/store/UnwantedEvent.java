package dev.graspd.core.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import java.util.Arrays;

/**
 * An event that is not here and that sync need not bring: it was removed, or it was refused. A
 * client that sends it is answered as if nothing were remembered.
 *
 * @param sinceSeconds when it left or was refused
 * @param untilSeconds from then on it may be brought again
 */
public record UnwantedEvent(
    EventId id,
    PublicKey author,
    long createdAt,
    int kind,
    Why why,
    long sinceSeconds,
    long untilSeconds) {
  /** Stands for no end: the event stays unwanted as long as there is room for its row. */
  public static final long ALWAYS = Long.MAX_VALUE;

  /** How long an event whose git data never came stays unwanted: the data may arrive elsewhere. */
  public static final long LAPSED_SECONDS = 7L * 24 * 3600;

  /**
   * How long an event that newer ones displaced stays unwanted: by then its author may take part.
   */
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
    /** Its author has no authority yet, or its repository is not announced here. */
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

    /** Returns whether it was refused and never stored. */
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
  public static UnwantedEvent removed(Event event, Removal why, long nowSeconds) {
    long until =
        switch (why) {
          case LAPSED -> nowSeconds + LAPSED_SECONDS;
          case EVICTED -> nowSeconds + EVICTED_SECONDS;
          case REPLACED, DELETED, EXPIRED, VANISHED, EXCLUDED, BANNED, WITHDRAWN -> ALWAYS;
        };
    return of(event, Why.ofCode(why.code()), nowSeconds, until);
  }

  /** Returns what is remembered of an event that was refused. */
  public static UnwantedEvent refused(Event event, Why why, long nowSeconds, long untilSeconds) {
    return of(event, why, nowSeconds, untilSeconds);
  }

  private static UnwantedEvent of(Event event, Why why, long sinceSeconds, long untilSeconds) {
    return new UnwantedEvent(
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
