package dev.graspd.core.talk.list;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.event.StatusWord;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.event.TalkEvent.Labelling;
import dev.graspd.core.talk.event.TalkEvent.StatusChange;
import dev.graspd.core.talk.member.Members;
import dev.graspd.core.talk.thread.ThreadEvents;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Who is known in a repository (W-40): its maintainers, and authors of something that a maintainer
 * answered, labelled or merged.
 */
public final class KnownPeople {
  private KnownPeople() {}

  /**
   * Returns the keys.
   *
   * @param isOld whether an event is here for long enough to count
   */
  public static SortedSet<PublicKey> of(
      Collection<ThreadEvents> threads, Members members, Predicate<EventHead> isOld) {
    SortedSet<PublicKey> known = new TreeSet<>(members.maintainers());
    for (ThreadEvents thread : threads) {
      Map<EventId, EventHead> said = new HashMap<>();
      said.put(thread.root().id(), thread.root().head());
      thread.others().forEach(event -> said.put(event.id(), event.head()));
      for (TalkEvent event : thread.others()) {
        if (members.isMaintainer(event.head().author())) {
          acknowledged(event, said).stream()
              .filter(said::containsKey)
              .map(said::get)
              .filter(isOld)
              .map(EventHead::author)
              .forEach(known::add);
        }
      }
    }
    return Collections.unmodifiableSortedSet(known);
  }

  private static Collection<EventId> acknowledged(TalkEvent event, Map<EventId, EventHead> said) {
    return switch (event) {
      case Comment comment -> List.of(comment.parent());
      case Labelling labels -> here(labels.targets(), said);
      case StatusChange change ->
          change.word() == StatusWord.APPLIED ? List.of(change.root()) : List.of();
      case TalkEvent.Root _, TalkEvent.Update _, TalkEvent.CoverNote _ -> List.of();
      case TalkEvent.Review _, TalkEvent.Reaction _, TalkEvent.Zap _ -> List.of();
    };
  }

  /**
   * Labels may be for many threads: each of these goes through its own events, if they are fewer.
   */
  private static Collection<EventId> here(
      SortedSet<EventId> targets, Map<EventId, EventHead> said) {
    return targets.size() <= said.size()
        ? targets
        : said.keySet().stream().filter(targets::contains).toList();
  }
}
