package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Reaction;
import dev.graspd.core.talk.event.TalkEvent.Zap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reactions to one event (W-43): how many keys sent each content, the most frequent first.
 *
 * @param others how many were sent with other contents
 */
public record Reactions(List<Count> counts, int others, int zaps) {
  /** Most contents that are counted each for itself. */
  public static final int CONTENTS_MAX = 20;

  /** Longest content that is counted for itself, in characters. */
  public static final int CONTENT_MAX = 40;

  public Reactions {
    counts = List.copyOf(counts);
  }

  /** How many keys sent a content. */
  public record Count(String content, int keys) {}

  private record Sent(EventId target, PublicKey by, String content) {}

  /** The counts of one event while they grow. */
  private static final class Tally {
    private final Map<String, Integer> contents = new HashMap<>();
    private int others;
    private int zaps;

    void add(String content) {
      if (content.length() > CONTENT_MAX) {
        others++;
      } else {
        contents.merge(content, 1, Integer::sum);
      }
    }

    Reactions done() {
      List<Count> counts = new ArrayList<>();
      contents.forEach((content, keys) -> counts.add(new Count(content, keys)));
      counts.sort(Comparator.comparingInt(Count::keys).reversed().thenComparing(Count::content));
      List<Count> first = counts.subList(0, Math.min(counts.size(), CONTENTS_MAX));
      int rest = counts.subList(first.size(), counts.size()).stream().mapToInt(Count::keys).sum();
      return new Reactions(first, others + rest, zaps);
    }
  }

  /** Returns the reactions of a thread by the events that they are for. */
  static SortedMap<EventId, Reactions> of(ThreadEvents events) {
    Map<EventId, Tally> tallies = new HashMap<>();
    Set<Sent> sent = new HashSet<>();
    for (TalkEvent event : events.others()) {
      if (event instanceof Reaction(var head, var target, var content)
          && sent.add(new Sent(target, head.author(), content))) {
        tallies.computeIfAbsent(target, _ -> new Tally()).add(content);
      } else if (event instanceof Zap zap) {
        tallies.computeIfAbsent(zap.target(), _ -> new Tally()).zaps++;
      }
    }
    SortedMap<EventId, Reactions> all = new TreeMap<>();
    tallies.forEach((target, tally) -> all.put(target, tally.done()));
    return Collections.unmodifiableSortedMap(all);
  }
}
