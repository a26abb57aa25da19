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
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * The people who are known in a repository (W-40): its maintainers, and authors of something that
 * has been here for a day and that a maintainer answered, labelled or merged.
 *
 * @param keys who is known now
 * @param nextSeconds when somebody else will be, if nothing changes
 */
public record KnownPeople(SortedSet<PublicKey> keys, OptionalLong nextSeconds) {
  /** How long something must be here before a maintainer's notice makes its author known. */
  public static final long AFTER_SECONDS = 24 * 60 * 60;

  public KnownPeople {
    keys = Collections.unmodifiableSortedSet(new TreeSet<>(keys));
  }

  /**
   * Reads who is known from what was said.
   *
   * @param since when an event came here, in seconds; what its author claims does not matter
   */
  public static KnownPeople of(
      Collection<ThreadEvents> threads,
      Members members,
      ToLongFunction<EventHead> since,
      long nowSeconds) {
    SortedSet<PublicKey> known = new TreeSet<>(members.maintainers());
    OptionalLong next = OptionalLong.empty();
    for (ThreadEvents thread : threads) {
      for (EventHead noticed : noticed(thread, members)) {
        long knownAt = known.contains(noticed.author()) ? 0 : knownAt(noticed, since);
        if (knownAt <= nowSeconds) {
          known.add(noticed.author());
        } else {
          next = OptionalLong.of(Math.min(next.orElse(Long.MAX_VALUE), knownAt));
        }
      }
    }
    return new KnownPeople(known, next);
  }

  private static long knownAt(EventHead event, ToLongFunction<EventHead> since) {
    return since.applyAsLong(event) + AFTER_SECONDS;
  }

  /** Returns what a maintainer took notice of. */
  private static List<EventHead> noticed(ThreadEvents thread, Members members) {
    Map<EventId, EventHead> said = new HashMap<>();
    said.put(thread.root().id(), thread.root().head());
    thread.others().forEach(event -> said.put(event.id(), event.head()));
    return thread.others().stream()
        .filter(event -> members.isMaintainer(event.head().author()))
        .flatMap(event -> acknowledged(event, said).stream())
        .distinct()
        .filter(said::containsKey)
        .map(said::get)
        .toList();
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
