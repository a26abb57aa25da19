package dev.graspd.core.talk.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.core.talk.member.Members;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Threads that ngit 3.0.4 has made on a server of ours, with its signatures, as {@code ngit issue
 * list} and {@code ngit pr list} show them (W-136).
 */
class GoldenThreadsTest {
  private static final List<Event> EVENTS = events();
  private static final Members MEMBERS = members();

  private static List<Event> events() {
    try (InputStream lines = GoldenThreadsTest.class.getResourceAsStream("ngit-3.0.4.jsonl")) {
      return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> EventParser.parseStored(line.getBytes(StandardCharsets.UTF_8)))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The owner alone. */
  private static Members members() {
    Event announcement =
        EVENTS.stream()
            .filter(event -> event.kind() == Kinds.ANNOUNCEMENT)
            .findFirst()
            .orElseThrow();
    PublicKey owner = announcement.author();
    Identifier identifier = Identifier.ofRepositoryEvent(announcement).orElseThrow();
    return new Members(
        new RepoAddress(owner, identifier),
        new TreeSet<>(List.of(owner)),
        new TreeSet<>(),
        new TreeSet<>());
  }

  private static SortedMap<EventId, TalkThread> threads(List<Event> events) {
    SortedMap<EventId, TalkThread> threads = new TreeMap<>();
    Threads.of(events, MEMBERS)
        .forEach((id, one) -> threads.put(id, TalkThread.of(one, MEMBERS, false)));
    return threads;
  }

  private static TalkThread titled(String title) {
    return threads(EVENTS).values().stream()
        .filter(thread -> thread.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void eventsAreAsTheyWereSigned() {
    assertThat(EVENTS).hasSize(24).allMatch(event -> event.body().hasId(event.id()));
  }

  /** In ngit the marks of a cover letter are labels, too. */
  @ParameterizedTest
  @CsvSource({
    "'first bug, renamed', OPEN,     2, bug confirmed urgent",
    "second bug,           RESOLVED, 0, ''",
    "third bug,            OPEN,     0, ''",
    "fourth bug,           CLOSED,   0, ''",
    "feature,              MERGED,   1, nice",
    "a draft,              DRAFT,    0, ''",
    "a series,             OPEN,     0, ''",
  })
  void threadsAreShownAsNgitShowsThem(String title, State state, int comments, String labels) {
    TalkThread thread = titled(title);
    assertThat(thread.status().state()).isEqualTo(state);
    assertThat(String.join(" ", thread.labels())).isEqualTo(labels);
    ThreadEvents events = Threads.of(EVENTS, MEMBERS).get(thread.root().id());
    assertThat(ThreadRow.of(events, MEMBERS, false).comments()).isEqualTo(comments);
  }

  @Test
  void thereAreNoOtherThreads() {
    assertThat(threads(EVENTS)).hasSize(7);
  }

  @Test
  void statesAreSignedByThoseWhoDecided() {
    assertThat(titled("feature").status().decidedBy())
        .hasValueSatisfying(
            head -> assertThat(head.author()).isEqualTo(MEMBERS.repository().owner()));
    TalkThread draft = titled("a draft");
    assertThat(draft.status().decidedBy())
        .hasValueSatisfying(
            head -> assertThat(head.author()).isEqualTo(draft.root().head().author()));
  }

  @Test
  void answerOfNgitIsBelowWhatItAnswers() {
    List<TimelineEntry> comments =
        titled("first bug, renamed").timeline().entries().stream()
            .filter(entry -> entry.event() instanceof TalkEvent.Comment)
            .toList();
    assertThat(comments).extracting(TimelineEntry::depth).containsExactly(0, 1);
  }

  @Test
  void updateOfNgitIsTheSecondRevision() {
    PullRevisions revisions = titled("feature").revisions();
    assertThat(revisions.all()).hasSize(2);
    assertThat(revisions.proposed()).isEmpty();
    assertThat(revisions.current().orElseThrow().offer().request().commit()).isPresent();
  }

  @Test
  void patchesOfNgitAreASeriesBehindTheirCoverLetter() {
    List<PatchSeries> series = titled("a series").series();
    assertThat(series).hasSize(1);
    assertThat(series.getFirst().parts())
        .extracting(Titles::own)
        .containsExactly("a series", "add one", "add two: Grüße");
  }

  @Test
  void coverNoteOfNgitStandsAboveTheThread() {
    assertThat(titled("third bug").cover())
        .hasValueSatisfying(
            note -> assertThat(note.content()).isEqualTo("It is worse than it looks."));
  }

  @Test
  void anyOrderGivesTheSameThreads() {
    SortedMap<EventId, TalkThread> expected = threads(EVENTS);
    List<Event> shuffled = new ArrayList<>(EVENTS);
    for (int seed = 0; seed < 50; seed++) {
      Collections.shuffle(shuffled, new Random(seed));
      assertThat(threads(shuffled)).isEqualTo(expected);
    }
  }
}
