package dev.graspd.core.sync;

import dev.graspd.core.nostr.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * An event that was given to the gate, and who waits for its answer. Another copy of it that
 * differs waits too: if the first was made up, it may be the real one. Owned by the connection's
 * machine.
 */
final class Arrival {
  /** A relay that has sent more of them is not listened to any longer. */
  private static final int COPIES_MAX = Conduct.FORGED_MAX;

  private final EventSource source;
  private final Deque<Event> others = new ArrayDeque<>();
  private final List<Job> jobs = new ArrayList<>();
  private Event atGate;
  private boolean live;
  private boolean gap;

  Arrival(Event first, EventSource source) {
    this.atGate = first;
    this.source = source;
  }

  EventSource source() {
    return source;
  }

  /** Keeps a copy that differs from all others. */
  void cameAgain(Event copy) {
    boolean isNew = !isSame(atGate, copy) && others.stream().noneMatch(one -> isSame(one, copy));
    if (isNew && others.size() < COPIES_MAX) {
      others.add(copy);
    }
  }

  /** All that arrive here claim the same id. */
  private static boolean isSame(Event one, Event other) {
    return Arrays.equals(one.json(), other.json());
  }

  /**
   * Returns the copy that goes to the gate, now that the one before has turned out to be forged.
   */
  Optional<Event> nextCopy() {
    Optional<Event> next = Optional.ofNullable(others.poll());
    next.ifPresent(copy -> atGate = copy);
    return next;
  }

  /** A request for stored events has brought it; whether live delivery should have done so. */
  void broughtBy(Job job, boolean shouldHaveCome) {
    jobs.add(job);
    gap |= shouldHaveCome;
  }

  void broughtLive() {
    live = true;
  }

  List<Job> jobs() {
    return jobs;
  }

  boolean isLive() {
    return live;
  }

  /** Returns whether live delivery has missed it. */
  boolean isGap() {
    return gap && !live;
  }
}
