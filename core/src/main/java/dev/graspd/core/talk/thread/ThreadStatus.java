package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.StatusWord;
import dev.graspd.core.talk.event.TalkEvent.StatusChange;
import dev.graspd.core.talk.member.Rights;
import java.util.Optional;

/**
 * The state of a thread and the event that decides it (W-41).
 *
 * @param decidedBy empty if nobody signed a status that counts
 */
public record ThreadStatus(State state, Optional<EventHead> decidedBy) {
  private static final ThreadStatus DEFAULT = new ThreadStatus(State.OPEN, Optional.empty());

  /**
   * Decides by the newest status of somebody who may say it.
   *
   * @param mergedByContent whether the default branch contains the tip
   */
  public static ThreadStatus of(ThreadEvents events, Rights rights, boolean mergedByContent) {
    RootKind kind = events.root().kind();
    if (mergedByContent
        && kind.bringsCommits()
        && events
            .newest(
                StatusChange.class,
                change -> change.word() == StatusWord.APPLIED && counts(change, kind, rights))
            .isEmpty()) {
      return new ThreadStatus(State.MERGED, Optional.empty());
    }
    return events
        .newest(StatusChange.class, change -> counts(change, kind, rights))
        .map(change -> new ThreadStatus(state(change.word(), kind), Optional.of(change.head())))
        .orElse(DEFAULT);
  }

  /** Returns whether a status is of somebody who may say it; others are proposals. */
  static boolean counts(StatusChange change, RootKind kind, Rights rights) {
    boolean isMerge = change.word() == StatusWord.APPLIED && kind.bringsCommits();
    return isMerge
        ? rights.mayMerge(change.head().author())
        : rights.mayClose(change.head().author());
  }

  static State state(StatusWord word, RootKind kind) {
    return switch (word) {
      case OPEN -> State.OPEN;
      case APPLIED -> kind.bringsCommits() ? State.MERGED : State.RESOLVED;
      case CLOSED -> State.CLOSED;
      case DRAFT -> State.DRAFT;
    };
  }

  /** Returns whether somebody signed the state, or it is what a thread has before anybody does. */
  public boolean isSigned() {
    return decidedBy.isPresent() || state == State.OPEN;
  }
}
