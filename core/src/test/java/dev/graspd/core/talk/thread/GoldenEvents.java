package dev.graspd.core.talk.thread;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.member.Members;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Events that real clients have signed.
 *
 * @param members the authors of all announcements, the first one owns the repository
 */
record GoldenEvents(List<Event> events, Members members) {
  static GoldenEvents of(String file) {
    List<Event> events =
        lines(file).stream()
            .map(line -> EventParser.parseStored(line.getBytes(StandardCharsets.UTF_8)))
            .toList();
    return new GoldenEvents(events, members(events));
  }

  static List<String> lines(String file) {
    try (InputStream text = GoldenEvents.class.getResourceAsStream(file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Members members(List<Event> events) {
    List<Event> announcements =
        events.stream().filter(event -> event.kind() == Kinds.ANNOUNCEMENT).toList();
    Event first = announcements.getFirst();
    SortedSet<PublicKey> maintainers = new TreeSet<>();
    announcements.forEach(one -> maintainers.add(one.author()));
    return new Members(
        new RepoAddress(first.author(), Identifier.ofRepositoryEvent(first).orElseThrow()),
        maintainers,
        new TreeSet<>(),
        new TreeSet<>());
  }

  SortedMap<EventId, TalkThread> threads() {
    return threads(events);
  }

  /** The same of some of them, or in another order. */
  SortedMap<EventId, TalkThread> threads(Collection<Event> some) {
    SortedMap<EventId, TalkThread> threads = new TreeMap<>();
    Threads.of(List.copyOf(some), members)
        .forEach((id, one) -> threads.put(id, TalkThread.of(one, members, false)));
    return threads;
  }

  TalkThread titled(String title) {
    return threads().values().stream()
        .filter(thread -> thread.title().equals(title))
        .findFirst()
        .orElseThrow();
  }
}
