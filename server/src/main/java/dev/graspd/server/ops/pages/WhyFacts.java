package dev.graspd.server.ops.pages;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The known facts of an event or a ref.
 *
 * @param status from the store
 * @param life the diary entries of this run, in order
 * @param sinceSeconds the start of this run
 * @param hunt the search for git data of its repository, if there is one
 */
public record WhyFacts(
    Subject subject, Status status, List<DiaryEntry> life, long sinceSeconds, Optional<Hunt> hunt) {
  public WhyFacts {
    life = List.copyOf(life);
  }

  public boolean isKnown() {
    return status.code() != Code.UNKNOWN || !life.isEmpty();
  }

  /** The source of the facts; answers at once, since an event loop waits. Thread-safe. */
  public interface Source {
    WhyFacts of(Subject subject);
  }

  /**
   * The current status of an event or a ref.
   *
   * @param text an explanation for people
   * @param until the known end of this status, if any
   */
  public record Status(Code code, String text, Optional<Instant> until) {
    public Status(Code code, String text) {
      this(code, text, Optional.empty());
    }
  }

  /** The status for programs; the API uses the names in lower case. */
  public enum Code {
    SERVED,
    HELD,
    LAPSED,
    /** Set aside with an ended repository, and restored with it. */
    ASIDE,
    /** It was stored here once. */
    REMOVED,
    /** Another relay offered it, and we refused it. */
    UNWANTED,
    UNKNOWN
  }

  /** The visits to clone URLs, and the time of the next attempt. */
  public record Hunt(HuntView view, Optional<Instant> nextAttempt) {}
}
