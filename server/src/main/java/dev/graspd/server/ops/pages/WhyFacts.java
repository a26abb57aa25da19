package dev.graspd.server.ops.pages;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.server.diary.Entry;
import dev.graspd.server.diary.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known of an event or a ref.
 *
 * @param now how it stands, from the store
 * @param life what this run has seen of it, in order
 * @param sinceSeconds when this run began
 * @param hunt how the search for git data of its family stands; empty if nobody searches
 */
public record WhyFacts(
    Subject subject, Stands now, List<Entry> life, long sinceSeconds, Optional<Hunt> hunt) {
  public WhyFacts {
    life = List.copyOf(life);
  }

  /** Returns whether anything is known at all. */
  public boolean isKnown() {
    return now.word() != Word.UNKNOWN || !life.isEmpty();
  }

  /** Where the facts come from; answers at once, since an event loop waits. Thread-safe. */
  public interface Source {
    /** Returns what is known, be it nothing. */
    WhyFacts of(Subject subject);
  }

  /**
   * How an event or a ref stands.
   *
   * @param text the same for people
   * @param until when that ends, if its end is known
   */
  public record Stands(Word word, String text, Optional<Instant> until) {
    /** One without a known end. */
    public Stands(Word word, String text) {
      this(word, text, Optional.empty());
    }
  }

  /** The words for how something stands, in lower case those of the API. */
  public enum Word {
    SERVED,
    HELD,
    LAPSED,
    /** It hung on a repository that is hosted no more, and may come back with it. */
    ASIDE,
    /** It was here and is not any more. */
    REMOVED,
    /** It was offered by another relay, and not wanted. */
    UNWANTED,
    UNKNOWN
  }

  /** Where git data was looked for, and when it is again. */
  public record Hunt(HuntView view, Optional<Instant> nextAttempt) {}
}
