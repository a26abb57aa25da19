package dev.graspd.core.store.ended;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import java.util.Arrays;
import java.util.Optional;

/**
 * An ended repository that is not erased yet. The events that left with it are set aside for it
 * ({@link EndedTransaction#setAside}).
 *
 * @param refs at its end, HEAD included
 * @param announcement the announcement that ended, if it is known
 * @param announcedAt the {@code created_at} of the newest announcement that was known then: an
 *     older one brings nothing back
 * @param sinceSeconds when this server ended the hosting
 * @param untilSeconds from then on it is erased
 * @param because which request, announcement or list ended it, in words; empty if that is not known
 */
public record EndedRepository(
    RepoAddress repository,
    Cause cause,
    Phase phase,
    Refs refs,
    Optional<EventId> announcement,
    long announcedAt,
    long sinceSeconds,
    long untilSeconds,
    String because) {

  /** Why the hosting ended. The codes are written to disk and never change. */
  public enum Cause {
    /** Its owner deleted the announcement. */
    DELETED(1),
    /** Its owner's newer announcement leaves this service out. */
    LEFT(2),
    /** Its owner vanished. */
    VANISHED(3),
    /** A list of the operator excludes it. */
    UNWELCOME(4),
    /** Refs without an announcement, as earlier versions left them. */
    ORPHANED(5);

    private final int code;

    Cause(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }

    public static Cause ofCode(int code) {
      return Arrays.stream(values())
          .filter(cause -> cause.code == code)
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("unknown cause " + code));
    }
  }

  /** How far its end has come. The codes are written to disk and never change. */
  public enum Phase {
    /** Events that depend on it are being set aside; some are still served. */
    GATHERING(1),
    /** All of it is set aside. */
    HELD(2),
    /** Like {@link #GATHERING}, to be erased at once. */
    CONDEMNED(3),
    /** It is being erased; nothing brings it back. */
    ERASING(4),
    /** It is back, and the last of its events are being served again. */
    RESTORING(5);

    private final int code;

    Phase(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }

    /** Returns whether a new announcement brings it back. */
    public boolean isRestorable() {
      return this == GATHERING || this == HELD;
    }

    /** Returns whether something of it may still be served. */
    public boolean isGathering() {
      return this == GATHERING || this == CONDEMNED;
    }

    /** Returns whether events may be set aside for it. */
    public boolean takesEvents() {
      return this == GATHERING || this == HELD || this == CONDEMNED;
    }

    public static Phase ofCode(int code) {
      return Arrays.stream(values())
          .filter(phase -> phase.code == code)
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("unknown phase " + code));
    }
  }

  /** Returns {@link #because} of an end by a deletion. */
  public static String becauseOf(EventId deletion) {
    return "deletion " + deletion;
  }

  public EndedRepository withPhase(Phase next) {
    return new EndedRepository(
        repository,
        cause,
        next,
        refs,
        announcement,
        announcedAt,
        sinceSeconds,
        untilSeconds,
        because);
  }

  /** Returns whether it is the same one, whatever its phase: not a later one of its repository. */
  public boolean isSameAs(EndedRepository other) {
    return withPhase(other.phase).equals(other);
  }
}
