package dev.graspd.core.talk.list;

import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.event.TalkEvent.CoverNote;
import dev.graspd.core.talk.event.TalkEvent.Labelling;
import dev.graspd.core.talk.event.TalkEvent.Reaction;
import dev.graspd.core.talk.event.TalkEvent.Review;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.event.TalkEvent.StatusChange;
import dev.graspd.core.talk.event.TalkEvent.Update;
import dev.graspd.core.talk.event.TalkEvent.Zap;
import dev.graspd.core.talk.thread.Titles;
import java.util.List;
import java.util.Optional;

/** Events as rows of lists need them: without their texts, whose size strangers choose. */
public final class RowEvents {
  /** The objects of an event, about. */
  private static final int EVENT_BYTES = 500;

  /** An id in a set, about. */
  private static final int ID_BYTES = 120;

  private RowEvents() {}

  /** Returns the event without its text; it gives the same row. */
  public static TalkEvent of(TalkEvent event) {
    return switch (event) {
      case Root root ->
          new Root(
              root.head(),
              root.kind(),
              root.repositories(),
              Titles.own(root),
              "",
              root.labels(),
              root.patch(),
              root.offer());
      case Comment comment ->
          new Comment(
              comment.head(),
              comment.root(),
              comment.parent(),
              "",
              Optional.empty(),
              comment.resolves());
      case StatusChange change -> new StatusChange(change.head(), change.root(), change.word(), "");
      case CoverNote note -> new CoverNote(note.head(), note.root(), "");
      case Review review ->
          new Review(review.head(), review.root(), review.verdict(), List.of(), "");
      case Reaction reaction -> new Reaction(reaction.head(), reaction.target(), "+");
      case Update _, Labelling _, Zap _ -> event;
    };
  }

  /** Returns about how much memory such an event takes. */
  public static long bytes(TalkEvent event) {
    return switch (event) {
      case Root root ->
          EVENT_BYTES
              + 2L * root.subject().length()
              + bytes(root.labels())
              + (long) ID_BYTES * root.repositories().size();
      case Labelling labels ->
          EVENT_BYTES
              + bytes(labels.labels())
              + (long) ID_BYTES * labels.targets().size()
              + 2L * labels.subject().map(String::length).orElse(0);
      case Comment _, StatusChange _, CoverNote _, Review _, Reaction _, Update _, Zap _ ->
          EVENT_BYTES;
    };
  }

  private static long bytes(List<String> labels) {
    return labels.stream().mapToLong(label -> 2L * label.length() + ID_BYTES).sum();
  }
}
