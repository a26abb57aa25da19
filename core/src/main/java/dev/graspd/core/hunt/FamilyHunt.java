package dev.graspd.core.hunt;

import dev.graspd.core.repo.Identifier;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The hunt for one family: one attempt at a time, and turns at domains beside it. */
final class FamilyHunt {
  static final long NEVER = Long.MAX_VALUE;
  static final long NO_PASS = 0;

  /** Where its attempt stands. */
  enum Step {
    /** There is none. */
    RESTING,
    /** What is missing is being looked up. */
    LOOKING,
    /** It wants to begin a pass. */
    READY,
    /** It waits for the end of its pass. */
    PASSING
  }

  final Identifier family;

  /** Whether something is still hunted for; if not, only the end of the attempt is awaited. */
  boolean waits;

  Step step = Step.RESTING;

  /** Attempts that were not enough since the last fresh start. */
  int attempts;

  /**
   * The hunt has ended, but its attempt still waits for an answer; what comes then is a new hunt.
   */
  boolean isOver;

  /** It has ended because nothing was missing any more, and that was said. */
  boolean isComplete;

  /** When one more attempt is wanted after this one. */
  long againNanos = NEVER;

  /** The pass of the attempt. */
  long pass = NO_PASS;

  /** What was tried in this attempt. */
  final Set<CloneUrl> tried = new TreeSet<>();

  /** Where it waits for turns. */
  final SortedSet<Domain> queuedAt = new TreeSet<>();

  FamilyHunt(Identifier family) {
    this.family = family;
  }

  boolean isAttempting() {
    return step != Step.RESTING;
  }
}
