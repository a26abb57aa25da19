package dev.graspd.core.sync.link;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.sync.EventSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * An event that the gate checks, and the jobs that wait for the answer. A copy that differs waits
 * too: if the first one is forged, the copy may be the real event. Owned by the connection's
 * machine.
 */
final class Arrival {
  /** The connection to a relay that sends more of them ends. */
  private static final int COPIES_MAX = MisbehaviourCounter.FORGED_MAX;

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

  /** All copies claim the same id. */
  private static boolean isSame(Event one, Event other) {
    return Arrays.equals(one.json(), other.json());
  }

  /** Returns the copy that goes to the gate next, after the gate found the last one forged. */
  Optional<Event> nextCopy() {
    Optional<Event> next = Optional.ofNullable(others.poll());
    next.ifPresent(copy -> atGate = copy);
    return next;
  }

  /** A request for stored events brought it; says whether live delivery should have. */
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

  /** Returns whether live delivery missed it. */
  boolean isGap() {
    return gap && !live;
  }
}
