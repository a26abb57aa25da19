package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.member.Rights;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Comments on lines, and which comments are resolved (W-45). */
final class InlineComments {
  private InlineComments() {}

  /** Returns the comments that name a place in a file, the oldest first. */
  static List<Comment> of(ThreadEvents events) {
    return events.all(Comment.class).stream()
        .filter(comment -> comment.place().isPresent())
        .toList();
  }

  /**
   * Returns the comments that an answer resolves. The comment's own author may say so, and those
   * who may close the thread.
   */
  static SortedSet<EventId> resolved(ThreadEvents events, Rights rights) {
    Map<EventId, Comment> comments = new HashMap<>();
    List<Comment> resolving = new ArrayList<>();
    for (Comment comment : events.all(Comment.class)) {
      comments.put(comment.id(), comment);
      if (comment.resolves()) {
        resolving.add(comment);
      }
    }
    SortedSet<EventId> resolved = new TreeSet<>();
    for (Comment answer : resolving) {
      Comment parent = comments.get(answer.parent());
      if (parent != null
          && (rights.mayClose(answer.head().author())
              || parent.head().author().equals(answer.head().author()))) {
        resolved.add(parent.id());
      }
    }
    return Collections.unmodifiableSortedSet(resolved);
  }
}
