package dev.graspd.core.sync.relays;

import dev.graspd.core.repo.Identifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the targets of a relay are in memory: only while it is connected, and for as long as a
 * quick reconnect is possible. Otherwise they are read from the store with the next connection,
 * page by page, so that a relay with many repositories does not keep others waiting. Owned by the
 * sync thread.
 */
final class TargetReading {
  /** Families read at a time. */
  static final int PAGE = 300;

  private enum Step {
    AWAY,
    READING,
    /** Everything was asked for; the roots of the last page are on their way. */
    ENDING,
    HERE
  }

  private final Deque<Identifier> unread = new ArrayDeque<>();
  private Step step = Step.AWAY;
  private long number;

  boolean isAway() {
    return step == Step.AWAY;
  }

  boolean isReading() {
    return step == Step.READING || step == Step.ENDING;
  }

  boolean isHere() {
    return step == Step.HERE;
  }

  /** The number of the current reading; answers to others have no effect. */
  long number() {
    return number;
  }

  /** Begins to read these families; returns the first page. */
  List<Identifier> begin(Collection<Identifier> families) {
    number++;
    step = Step.READING;
    unread.addAll(families);
    return page();
  }

  /**
   * A page was read; returns the next one, empty if that was the last. The last page is empty:
   * whatever the pages before have led to was asked for before it, so it is answered before it.
   */
  Optional<List<Identifier>> pageRead(long answered) {
    if (!isReading() || answered != number) {
      return Optional.empty();
    }
    if (step == Step.ENDING) {
      step = Step.HERE;
      return Optional.empty();
    }
    return Optional.of(page());
  }

  private List<Identifier> page() {
    if (unread.isEmpty()) {
      step = Step.ENDING;
      return List.of();
    }
    int size = Math.min(PAGE, unread.size());
    return Stream.generate(unread::removeFirst).limit(size).toList();
  }

  /** The targets leave memory. */
  void forget() {
    number++;
    step = Step.AWAY;
    unread.clear();
  }
}
