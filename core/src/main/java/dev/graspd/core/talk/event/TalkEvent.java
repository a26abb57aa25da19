package dev.graspd.core.talk.event;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** An event of an issue, a pull request or a patch (web.md, section 9). */
public sealed interface TalkEvent {
  /** The order of a timeline: the reverse of the order in which events win. */
  Comparator<TalkEvent> OLDEST_FIRST =
      Comparator.comparingLong((TalkEvent event) -> event.head().createdAt())
          .thenComparing(event -> event.head().id(), Comparator.reverseOrder());

  EventHead head();

  /** Returns the events whose threads it belongs to; only labels have more than one. */
  List<EventId> names();

  default EventId id() {
    return head().id();
  }

  /**
   * What begins a thread: an issue, a pull request or a patch. A patch with a previous one is a
   * part of that one's thread.
   *
   * @param subject the title that the event gives itself, may be empty
   * @param labels its own labels, in its order, each once
   */
  record Root(
      EventHead head,
      RootKind kind,
      SortedSet<RepoAddress> repositories,
      String subject,
      String content,
      List<String> labels,
      Optional<PatchPosition> patch,
      Optional<Offer> offer)
      implements TalkEvent {
    public Root {
      labels = List.copyOf(labels);
    }

    @Override
    public List<EventId> names() {
      return patch.flatMap(PatchPosition::previous).map(List::of).orElse(List.of());
    }
  }

  /** An update of a pull request (1619). */
  record Update(EventHead head, EventId root, Offer offer) implements TalkEvent {
    @Override
    public List<EventId> names() {
      return List.of(root);
    }
  }

  /**
   * A comment (1111), a reply of the old form (1622) or a note (1).
   *
   * @param root the event whose thread it belongs to
   * @param parent what it answers
   * @param place the lines that it is about
   * @param resolves whether it says that its parent is resolved
   */
  record Comment(
      EventHead head,
      EventId root,
      EventId parent,
      String content,
      Optional<CodePlace> place,
      boolean resolves)
      implements TalkEvent {
    @Override
    public List<EventId> names() {
      return List.of(root);
    }
  }

  /** A status (1630 to 1633). */
  record StatusChange(EventHead head, EventId root, StatusWord word, String content)
      implements TalkEvent {
    @Override
    public List<EventId> names() {
      return List.of(root);
    }
  }

  /**
   * Labels for other events (1985).
   *
   * @param targets the events that it labels
   * @param labels those of the namespace {@code #t}
   * @param subject the first of the namespace {@code #subject}
   */
  record Labelling(
      EventHead head, SortedSet<EventId> targets, List<String> labels, Optional<String> subject)
      implements TalkEvent {
    public Labelling {
      targets = Collections.unmodifiableSortedSet(new TreeSet<>(targets));
      labels = List.copyOf(labels);
    }

    @Override
    public List<EventId> names() {
      return List.copyOf(targets);
    }
  }

  /** A text that stands above a thread (1624). */
  record CoverNote(EventHead head, EventId root, String content) implements TalkEvent {
    @Override
    public List<EventId> names() {
      return List.of(root);
    }
  }

  /**
   * A review (7321).
   *
   * @param comments the comments that belong to it, if its author wrote them
   */
  record Review(
      EventHead head, EventId root, ReviewVerdict verdict, List<EventId> comments, String content)
      implements TalkEvent {
    public Review {
      comments = List.copyOf(comments);
    }

    @Override
    public List<EventId> names() {
      return List.of(root);
    }
  }

  /** A reaction (7) to an event of a thread; its content is a plus if it is empty. */
  record Reaction(EventHead head, EventId target, String content) implements TalkEvent {
    @Override
    public List<EventId> names() {
      return List.of(target);
    }
  }

  /** A receipt of a zap (9735) for an event of a thread. */
  record Zap(EventHead head, EventId target) implements TalkEvent {
    @Override
    public List<EventId> names() {
      return List.of(target);
    }
  }

  /**
   * Where a patch stands in its series.
   *
   * @param previous the patch that it follows, if any
   * @param beginsRevision whether it is the first patch of a new revision
   * @param isCover whether it is a letter without changes
   */
  record PatchPosition(Optional<EventId> previous, boolean beginsRevision, boolean isCover) {}

  /**
   * The commit that a pull request offers.
   *
   * @param mergeBase the merge base that its author claims
   * @param target the branch that it is for, if it names one
   */
  record Offer(PullRequest request, Optional<Oid> mergeBase, Optional<RefName> target) {}
}
