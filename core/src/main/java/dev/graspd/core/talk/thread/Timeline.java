package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
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
import dev.graspd.core.talk.member.Rights;
import dev.graspd.core.talk.thread.TimelineEntry.Effect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The timeline of a thread (W-43): everything that was said and done, the oldest first, answers
 * below what they answer.
 *
 * @param omitted how many events beyond {@link #ENTRIES_MAX} are left out
 */
public record Timeline(List<TimelineEntry> entries, int omitted) {
  /** Most events of one thread that are shown. */
  public static final int ENTRIES_MAX = 5_000;

  /** Most events on one page of a thread. */
  public static final int PAGE_MAX = 200;

  /** How deep answers are nested; deeper ones say what they answer. */
  public static final int DEPTH_MAX = 4;

  public Timeline {
    entries = List.copyOf(entries);
  }

  /** Returns how many pages it has, at least one. */
  public int pages() {
    return Math.max(1, (entries.size() + PAGE_MAX - 1) / PAGE_MAX);
  }

  /** Returns the entries of a page, counted from 1; none beyond the last. */
  public List<TimelineEntry> page(int number) {
    int last = Math.clamp(number, 1, pages() + 1);
    int from = Math.min((last - 1) * PAGE_MAX, entries.size());
    return entries.subList(from, Math.min(from + PAGE_MAX, entries.size()));
  }

  static Timeline of(ThreadEvents events, Rights rights) {
    return new Builder(events, rights).build();
  }

  /** An event with its depth if depth had no limit. */
  private record Step(TalkEvent event, int depth) {}

  private static final class Builder {
    private final Root root;
    private final Rights rights;
    private final Map<EventId, TalkEvent> shown = new LinkedHashMap<>();
    private final Map<EventId, List<TalkEvent>> answers = new HashMap<>();
    private final Deque<Step> next = new ArrayDeque<>();
    private final Set<EventId> visited = new HashSet<>();
    private final List<TimelineEntry> entries = new ArrayList<>();

    Builder(ThreadEvents events, Rights rights) {
      this.root = events.root();
      this.rights = rights;
      for (TalkEvent event : events.others()) {
        if (isShown(event)) {
          shown.put(event.id(), event);
        }
      }
    }

    private static boolean isShown(TalkEvent event) {
      return switch (event) {
        case Reaction _, Zap _ -> false;
        case Root _, Update _, Comment _, StatusChange _ -> true;
        case Labelling _, CoverNote _, Review _ -> true;
      };
    }

    /** Goes through answers with a stack of its own: a stranger chooses how deep they are. */
    Timeline build() {
      List<TalkEvent> top = new ArrayList<>();
      for (TalkEvent event : shown.values()) {
        Optional<EventId> parent = parentHere(event);
        parent.ifPresentOrElse(
            id -> answers.computeIfAbsent(id, _ -> new ArrayList<>()).add(event),
            () -> top.add(event));
      }
      top.reversed().forEach(event -> next.push(new Step(event, 0)));
      walk();
      for (TalkEvent inCircle : shown.values()) {
        next.push(new Step(inCircle, 0));
        walk();
      }
      int kept = Math.min(entries.size(), ENTRIES_MAX);
      return new Timeline(entries.subList(0, kept), entries.size() - kept);
    }

    private void walk() {
      while (!next.isEmpty()) {
        Step step = next.pop();
        if (visited.add(step.event().id())) {
          entries.add(entry(step));
          answers
              .getOrDefault(step.event().id(), List.of())
              .reversed()
              .forEach(answer -> next.push(new Step(answer, step.depth() + 1)));
        }
      }
    }

    private Optional<EventId> parentHere(TalkEvent event) {
      return event instanceof Comment comment && !comment.parent().equals(comment.id())
          ? Optional.of(comment.parent()).filter(shown::containsKey)
          : Optional.empty();
    }

    private TimelineEntry entry(Step step) {
      TalkEvent event = step.event();
      boolean isMissing =
          event instanceof Comment comment
              && !comment.parent().equals(root.id())
              && !shown.containsKey(comment.parent());
      Optional<EventId> inReplyTo =
          event instanceof Comment comment && (isMissing || step.depth() > DEPTH_MAX)
              ? Optional.of(comment.parent())
              : Optional.empty();
      return new TimelineEntry(
          event,
          rights.positionOf(event.head().author()),
          effect(event),
          Math.min(step.depth(), DEPTH_MAX),
          inReplyTo,
          isMissing);
    }

    private Effect effect(TalkEvent event) {
      PublicKey author = event.head().author();
      return switch (event) {
        case StatusChange change -> of(ThreadStatus.counts(change, root.kind(), rights));
        case Labelling labels -> of(labels.targets().contains(root.id()) && rights.mayEdit(author));
        case CoverNote _, Update _, Root _ -> of(rights.mayEdit(author));
        case Comment _, Review _, Reaction _, Zap _ -> Effect.NONE;
      };
    }

    private static Effect of(boolean counts) {
      return counts ? Effect.COUNTS : Effect.PROPOSED;
    }
  }
}
