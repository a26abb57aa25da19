package dev.graspd.core.talk.list;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.thread.State;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which rows a list shows; all conditions hold.
 *
 * @param label a label that the thread has
 * @param author who began it
 * @param text words that its title or one of its labels contains, upper and lower case as equal;
 *     empty for any
 * @param from who may have begun it; empty for anybody
 */
public record RowFilter(
    Section section,
    States states,
    Optional<String> label,
    Optional<PublicKey> author,
    String text,
    Optional<SortedSet<PublicKey>> from) {
  /** Longest text to search for, in characters; the rest is cut. */
  public static final int TEXT_MAX = 200;

  public RowFilter {
    text = text.strip().toLowerCase(Locale.ROOT);
    text = text.substring(0, Math.min(text.length(), TEXT_MAX));
    from = from.map(keys -> Collections.unmodifiableSortedSet(new TreeSet<>(keys)));
  }

  /** Which roots. */
  public enum Section {
    ISSUES,
    /** Pull requests and patches. */
    PULL_REQUESTS
  }

  /** Which states. */
  public enum States {
    OPEN,
    MERGED,
    /** Closed or resolved. */
    CLOSED,
    DRAFT,
    ALL;

    boolean include(State state) {
      return switch (this) {
        case OPEN -> state == State.OPEN;
        case MERGED -> state == State.MERGED;
        case CLOSED -> state == State.CLOSED || state == State.RESOLVED;
        case DRAFT -> state == State.DRAFT;
        case ALL -> true;
      };
    }
  }

  /** Returns the filter of all threads of a section. */
  public static RowFilter all(Section section) {
    return new RowFilter(
        section, States.ALL, Optional.empty(), Optional.empty(), "", Optional.empty());
  }

  public RowFilter with(States other) {
    return new RowFilter(section, other, label, author, text, from);
  }

  boolean matches(ThreadRow row) {
    return states.include(row.state()) && matchesWithoutState(row);
  }

  /** Counts of states are of rows that match all the rest. */
  boolean matchesWithoutState(ThreadRow row) {
    return row.kind().bringsCommits() == (section == Section.PULL_REQUESTS)
        && label.map(row.labels()::contains).orElse(true)
        && author.map(row.author()::equals).orElse(true)
        && from.map(keys -> keys.contains(row.author())).orElse(true)
        && (text.isEmpty()
            || contains(row.title())
            || row.labels().stream().anyMatch(this::contains));
  }

  private boolean contains(String value) {
    return value.toLowerCase(Locale.ROOT).contains(text);
  }
}
