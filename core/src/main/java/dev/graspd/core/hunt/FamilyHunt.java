package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.repo.Identifier;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The hunt for the git data of one family: one attempt at a time, and turns at domains in parallel.
 */
final class FamilyHunt {
  static final long NEVER = Long.MAX_VALUE;
  static final long NO_PASS = 0;

  /** The state of its attempt. */
  enum Step {
    /** No attempt. */
    RESTING,
    /** The missing objects are being looked up. */
    LOOKING,
    /** It waits for a slot to begin a pass. */
    READY,
    /** It waits for the end of its pass. */
    PASSING
  }

  final Identifier family;

  /** Whether git data is still missing; if not, it only waits for the end of the attempt. */
  boolean waits;

  Step step = Step.RESTING;

  /** Attempts since the last fresh start that did not bring everything. */
  int attempts;

  /**
   * The hunt has ended, but its attempt still waits for an answer; a later event begins a new hunt.
   */
  boolean isOver;

  /** It has ended because nothing was missing, and the log says so. */
  boolean isComplete;

  /** When the next attempt should begin after this one. */
  long againNanos = NEVER;

  /** The pass of the attempt. */
  long pass = NO_PASS;

  /** The URLs tried in this attempt. */
  final Set<CloneUrl> tried = new TreeSet<>();

  /** The domains where it waits for a turn. */
  final SortedSet<Domain> queuedAt = new TreeSet<>();

  FamilyHunt(Identifier family) {
    this.family = family;
  }

  boolean isAttempting() {
    return step != Step.RESTING;
  }
}
