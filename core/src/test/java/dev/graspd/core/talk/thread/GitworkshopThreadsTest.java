package dev.graspd.core.talk.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.core.tree.TreePath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads whose events the code of gitworkshop has made, and those of ngit, as gitworkshop's own
 * rules for status, title and labels show them (W-136). The README beside the events says how both
 * were made.
 */
class GitworkshopThreadsTest {
  private static final GoldenEvents GITWORKSHOP = GoldenEvents.of("gitworkshop-2026.jsonl");
  private static final GoldenEvents NGIT = GoldenEvents.of("ngit-3.0.4.jsonl");

  /** There only maintainers close what brings commits; here its author may, as in ngit. */
  private static final String CLOSED_BY_ITS_AUTHOR = "a mistake";

  /** A thread in one line. */
  record Shown(EventId id, String status, String title, TreeSet<String> labels, int comments) {
    static Shown read(String line) {
      String[] words = line.split("\t", -1);
      TreeSet<String> labels = new TreeSet<>(Arrays.asList(words[3].split(",")));
      labels.remove("");
      return new Shown(
          EventId.parse(words[0]), words[1], words[2], labels, Integer.parseInt(words[4]));
    }

    static Shown here(GoldenEvents golden, TalkThread thread) {
      ThreadEvents events = Threads.of(golden.events(), golden.members()).get(thread.root().id());
      return new Shown(
          thread.root().id(),
          word(thread.status().state()),
          thread.title(),
          new TreeSet<>(thread.labels()),
          ThreadRow.of(events, golden.members(), false).comments());
    }

    private static String word(State state) {
      return switch (state) {
        case OPEN -> "open";
        case DRAFT -> "draft";
        case CLOSED -> "closed";
        case MERGED, RESOLVED -> "resolved";
      };
    }
  }

  private static Stream<Arguments> threads() {
    return Stream.concat(
        GoldenEvents.lines("gitworkshop-2026-shows-its-own.tsv").stream()
            .map(line -> Arguments.of(GITWORKSHOP, Shown.read(line))),
        GoldenEvents.lines("gitworkshop-2026-shows-ngit-3.0.4.tsv").stream()
            .map(line -> Arguments.of(NGIT, Shown.read(line))));
  }

  @ParameterizedTest
  @MethodSource("threads")
  void threadIsShownAsGitworkshopShowsIt(GoldenEvents golden, Shown there) {
    Shown here = Shown.here(golden, golden.threads().get(there.id));
    if (there.title.equals(CLOSED_BY_ITS_AUTHOR)) {
      assertThat(there.status).isEqualTo("open");
      assertThat(here.status).isEqualTo("closed");
    } else {
      assertThat(here).isEqualTo(there);
    }
  }

  @Test
  void thereAreNoOtherThreads() {
    assertThat(GITWORKSHOP.threads()).hasSize(8);
    assertThat(threads()).hasSize(8 + NGIT.threads().size());
  }

  @Test
  void eventsAreAsTheyWereSigned() {
    assertThat(GITWORKSHOP.events()).hasSize(36).allMatch(event -> event.body().hasId(event.id()));
  }

  @Test
  void suggestionOfGitworkshopIsOnItsLineAndResolved() {
    TalkThread thread = GITWORKSHOP.titled("add a feature");
    List<Comment> inline = thread.inline();
    assertThat(inline).hasSize(2);
    assertThat(inline.getFirst().place())
        .hasValueSatisfying(place -> assertThat(place.path()).isEqualTo(TreePath.of("FEATURE.md")));
    assertThat(inline.getLast().place())
        .hasValueSatisfying(place -> assertThat(place.path()).isEqualTo(TreePath.of("OLD.md")));
    assertThat(thread.resolved()).containsExactly(inline.getFirst().id());
  }

  @Test
  void answerOfGitworkshopIsBelowWhatItAnswers() {
    assertThat(
            GITWORKSHOP
                .titled("it does not build with an old compiler")
                .timeline()
                .entries()
                .stream()
                .filter(entry -> entry.event() instanceof Comment)
                .map(TimelineEntry::depth))
        .containsExactly(0, 1);
  }

  @Test
  void coverNotesOfGitworkshopStandAboveTheirThreads() {
    assertThat(GITWORKSHOP.titled("an idea").cover().orElseThrow().content())
        .isEqualTo("Please read the other one first.");
    assertThat(GITWORKSHOP.titled("add a feature").cover().orElseThrow().content())
        .isEqualTo("Second try.");
  }

  @Test
  void whatMayNotChangeAnythingIsAProposal() {
    assertThat(
            GITWORKSHOP
                .titled("it does not build with an old compiler")
                .timeline()
                .entries()
                .stream()
                .filter(entry -> entry.effect() == TimelineEntry.Effect.PROPOSED))
        .hasSize(3);
  }

  @Test
  void anyOrderGivesTheSameThreads() {
    SortedMap<EventId, TalkThread> expected = GITWORKSHOP.threads();
    List<Event> shuffled = new ArrayList<>(GITWORKSHOP.events());
    for (int seed = 0; seed < 50; seed++) {
      Collections.shuffle(shuffled, new Random(seed));
      assertThat(GITWORKSHOP.threads(shuffled)).isEqualTo(expected);
    }
  }
}
