package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.event.TalkEvent.CoverNote;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.member.MemberKind;
import dev.graspd.core.talk.member.Members;
import dev.graspd.core.talk.member.Rights;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * An issue, a pull request or a patch series with all that was said about it.
 *
 * @param author what the author of the root is to the repository
 * @param cover the text that stands above, the newest one of somebody who may set it
 * @param revisions of a pull request
 * @param series the revisions of a patch series; the newest that is no proposal is the current one
 * @param inline comments on lines, the oldest first
 * @param resolved comments that are resolved
 * @param reactions by the events that they are for
 */
public record TalkThread(
    Root root,
    MemberKind author,
    String title,
    SortedSet<String> labels,
    ThreadStatus status,
    Optional<CoverNote> cover,
    PullRevisions revisions,
    List<PatchSeries> series,
    Reviews reviews,
    Timeline timeline,
    List<Comment> inline,
    SortedSet<EventId> resolved,
    SortedMap<EventId, Reactions> reactions) {
  public TalkThread {
    series = List.copyOf(series);
    inline = List.copyOf(inline);
  }

  /**
   * Builds a thread from its events.
   *
   * @param mergedByContent whether the default branch contains its tip
   */
  public static TalkThread of(ThreadEvents events, Members members, boolean mergedByContent) {
    Rights rights = members.rightsIn(events.root().head().author());
    return new TalkThread(
        events.root(),
        rights.positionOf(events.root().head().author()),
        Titles.of(events, rights),
        Labels.of(events, rights),
        ThreadStatus.of(events, rights, mergedByContent),
        events.newest(CoverNote.class, note -> rights.mayEdit(note.head().author())),
        PullRevisions.of(events, rights),
        SeriesOrder.of(events, rights),
        Reviews.of(events, rights),
        Timeline.of(events, rights),
        InlineComments.of(events),
        InlineComments.resolved(events, rights),
        Reactions.of(events));
  }
}
