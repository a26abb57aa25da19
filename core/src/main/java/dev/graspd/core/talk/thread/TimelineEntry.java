package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.member.MemberKind;
import java.util.Optional;

/**
 * One event in the timeline of a thread.
 *
 * @param position what its author is here
 * @param effect whether it changes anything
 * @param depth how deep it is nested, at most {@link Timeline#DEPTH_MAX}
 * @param inReplyTo what it answers, if its place does not show that
 * @param isParentMissing whether what it answers is not here
 */
public record TimelineEntry(
    TalkEvent event,
    MemberKind position,
    Effect effect,
    int depth,
    Optional<EventId> inReplyTo,
    boolean isParentMissing) {
  /** What an event does to its thread. */
  public enum Effect {
    /** It is only said. */
    NONE,
    /** It changes status, title, labels, text or revision, or did so when it came. */
    COUNTS,
    /** It would, but its author may not: a proposal. */
    PROPOSED
  }
}
