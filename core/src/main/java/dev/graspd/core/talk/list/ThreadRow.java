package dev.graspd.core.talk.list;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.event.TalkEvent.Reaction;
import dev.graspd.core.talk.event.TalkEvent.Zap;
import dev.graspd.core.talk.member.Members;
import dev.graspd.core.talk.member.Rights;
import dev.graspd.core.talk.thread.Labels;
import dev.graspd.core.talk.thread.PullRevisions;
import dev.graspd.core.talk.thread.State;
import dev.graspd.core.talk.thread.ThreadEvents;
import dev.graspd.core.talk.thread.ThreadStatus;
import dev.graspd.core.talk.thread.Titles;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A thread in a list.
 *
 * @param createdAt when its root was signed, in seconds
 * @param updatedAt when its newest event was signed, reactions left out, in seconds
 * @param decidedBy the status that decides the state; empty if nobody signed one that counts
 * @param comments how many comments it has
 */
public record ThreadRow(
    EventId id,
    RootKind kind,
    String title,
    PublicKey author,
    long createdAt,
    long updatedAt,
    State state,
    Optional<EventId> decidedBy,
    SortedSet<String> labels,
    int comments) {
  /**
   * Reads the row of a thread.
   *
   * @param mergedByContent whether the default branch contains its tip
   */
  public static ThreadRow of(ThreadEvents events, Members members, boolean mergedByContent) {
    TalkEvent.Root root = events.root();
    Rights rights = members.rightsIn(root.head().author());
    ThreadStatus status = ThreadStatus.of(events, rights, mergedByContent);
    return new ThreadRow(
        root.id(),
        root.kind(),
        Titles.of(events, rights),
        root.head().author(),
        root.head().createdAt(),
        updatedAt(events),
        status.state(),
        status.decidedBy().map(EventHead::id),
        Labels.of(events, rights),
        events.all(Comment.class).size());
  }

  /**
   * Returns the tip of a pull request that is merged as soon as the default branch has it; empty if
   * that would change nothing, because somebody who may has signed that it is merged.
   */
  public static Optional<Oid> awaited(ThreadEvents events, Members members) {
    Rights rights = members.rightsIn(events.root().head().author());
    boolean isDecided =
        events.root().kind() != RootKind.PULL_REQUEST
            || ThreadStatus.of(events, rights, true).isSigned();
    return isDecided
        ? Optional.empty()
        : PullRevisions.of(events, rights)
            .current()
            .flatMap(revision -> revision.offer().request().commit());
  }

  /** Returns the same thread, merged because the default branch has its tip. */
  public ThreadRow mergedByContent() {
    return new ThreadRow(
        id,
        kind,
        title,
        author,
        createdAt,
        updatedAt,
        State.MERGED,
        Optional.empty(),
        labels,
        comments);
  }

  private static long updatedAt(ThreadEvents events) {
    long newest = events.root().head().createdAt();
    for (TalkEvent event : events.others().reversed()) {
      if (!(event instanceof Reaction) && !(event instanceof Zap)) {
        return Math.max(newest, event.head().createdAt());
      }
    }
    return newest;
  }
}
