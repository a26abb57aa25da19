package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.MEMBERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.TalkSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same events give the same threads in whatever order they come (W-136). */
class AnyOrderTest {
  private static final int[] KINDS = {
    1, 7, 1111, 1111, 1111, 1617, 1618, 1619, 1621, 1622, 1624, 1630, 1631, 1632, 1633, 1985, 7321,
    9735
  };
  private static final List<String> KEYS =
      List.of("owner", "lead", "maintainer", "moderator", "author", "stranger");
  private static final List<String> VERDICTS = List.of("ACK", "NACK", "Changes Required");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void shuffledEventsGiveTheSameThreads(long seed) {
    Random random = new Random(seed);
    List<Event> events = events(random);
    SortedMap<EventId, TalkThread> expected = threads(events);
    assertThat(expected).hasSizeGreaterThan(2);
    assertThat(expected.values()).anyMatch(thread -> thread.timeline().entries().size() > 5);
    for (int round = 0; round < 10; round++) {
      Collections.shuffle(events, random);
      assertThat(threads(events)).isEqualTo(expected);
    }
  }

  private static SortedMap<EventId, TalkThread> threads(List<Event> events) {
    SortedMap<EventId, TalkThread> threads = new TreeMap<>();
    Threads.of(events, MEMBERS)
        .forEach((id, one) -> threads.put(id, TalkThread.of(one, MEMBERS, false)));
    return threads;
  }

  /** Few moments and few targets, so that many events are of the same time and name each other. */
  private static List<Event> events(Random random) {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      events.add(TalkSample.issue("issue " + i));
      events.add(TalkSample.patch(TalkSample.AUTHOR, 100, "patch " + i));
    }
    events.add(TalkSample.pullRequest());
    for (int i = 0; i < 300; i++) {
      events.add(event(random, events, i));
    }
    return events;
  }

  private static Event event(Random random, List<Event> events, int number) {
    int kind = KINDS[random.nextInt(KINDS.length)];
    PublicKey by = TalkSample.called(KEYS.get(random.nextInt(KEYS.size())));
    String root = events.get(random.nextInt(9)).id().hex();
    String parent = events.get(random.nextInt(events.size())).id().hex();
    List<Tag> tags = new ArrayList<>();
    if (kind != Kinds.PATCH || random.nextBoolean()) {
      tags.add(Tag.of("e", kind == Kinds.COMMENT ? parent : root, "", "root"));
    }
    tags.add(Tag.of("e", parent, "", "reply"));
    tags.add(Tag.of("E", root));
    tags.add(TalkSample.repo());
    tags.add(Tag.of("c", String.format("%040x", number)));
    tags.add(Tag.of("L", "#t"));
    tags.add(Tag.of("L", "#subject"));
    tags.add(Tag.of("l", random.nextBoolean() ? "resolved" : "label " + number % 7, "#t"));
    tags.add(Tag.of("l", "title " + number, "#subject"));
    tags.add(Tag.of("s", VERDICTS.get(random.nextInt(VERDICTS.size()))));
    tags.add(Tag.of("t", random.nextBoolean() ? "root-revision" : "x"));
    Tag[] all = tags.toArray(Tag[]::new);
    return TalkSample.event(kind, by, 100 + random.nextInt(20), "+" + number % 5, all);
  }
}
