package dev.graspd.core.talk.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.core.talk.member.Members;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Threads that ngit 3.0.4 has made on a server of ours, with its signatures, as {@code ngit issue
 * list} and {@code ngit pr list} show them (W-136).
 */
class GoldenThreadsTest {
  private static final GoldenEvents NGIT = GoldenEvents.of("ngit-3.0.4.jsonl");
  private static final List<Event> EVENTS = NGIT.events();
  private static final Members MEMBERS = NGIT.members();

  private static SortedMap<EventId, TalkThread> threads(List<Event> events) {
    return NGIT.threads(events);
  }

  private static TalkThread titled(String title) {
    return NGIT.titled(title);
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
