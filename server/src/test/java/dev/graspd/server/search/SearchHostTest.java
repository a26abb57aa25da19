package dev.graspd.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.search.SearchFilter;
import dev.graspd.core.search.SearchedEvent;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.store.ModelEventStore;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds, and in which order (N50-1 to N50-5). */
class SearchHostTest {
  private static final int ISSUE = 1621;
  private static final int REPOSITORY = 30617;

  @TempDir Path directory;
  private final ModelEventStore store = new ModelEventStore();
  private SearchFixture search;

  @BeforeEach
  void start() {
    search = new SearchFixture(store, directory.resolve("search"));
  }

  @AfterEach
  void stop() {
    search.close();
  }

  private static EventBuilder issue(String subject, String content) {
    return EventBuilder.kind(ISSUE).tag("subject", subject).content(content);
  }

  @Test
  void hitInABetterClassComesBeforeAnyNumberOfHitsInALesserOne() {
    String often = "parser ".repeat(200);
    Event content = search.append(EventBuilder.note("parser").at(9_000));
    Event topic = search.append(EventBuilder.kind(ISSUE).tag("t", "parser").content(often));
    Event subject = search.append(issue("of a parser", ""));
    Event description =
        search.append(
            EventBuilder.kind(REPOSITORY).tag("d", "x").tag("description", often).at(8_000));
    Event name =
        search.append(
            EventBuilder.kind(REPOSITORY)
                .tag("d", "y")
                .tag("name", "a b c d e f g h parser")
                .at(1));

    List<EventId> found = search.found("parser");

    assertThat(found).startsWith(name.id(), subject.id()).endsWith(content.id());
    assertThat(found.subList(2, 4)).containsExactlyInAnyOrder(topic.id(), description.id());
  }

  @Test
  void wordsMayOccurInDifferentFields() {
    Event both = search.append(issue("push", "fails"));
    Event _ = search.append(issue("push", "works"));

    assertThat(search.found("fails push")).containsExactly(both.id());
  }

  @Test
  void betterScoreComesFirstAndThenTheNewest() {
    Event older = search.append(EventBuilder.note("push fails").at(100));
    Event newer = search.append(EventBuilder.note("push works").at(200));
    Event twice = search.append(EventBuilder.note("push push").at(50));

    assertThat(search.found("push")).containsExactly(twice.id(), newer.id(), older.id());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "push                  | true",
        "PUSH fails            | true",
        "\"push fails\"        | false",
        "\"it fails\"          | true",
        "push -origin          | false",
        "-origin               | false",
        "push -other           | true",
        "-other                | true",
        "ori*                  | true",
        "gitcore               | true",
        "core                  | true",
        "\"git core\"          | true",
        "gitCore               | true",
        "\"core git\"          | false",
        "main.java             | true",
        "src main              | true",
        "検索                  | true",
        "索検                  | false",
        "uber                  | true",
      })
  void indexAndLiveEventsAgree(String text, boolean isFound) {
    Event event =
        search.append(
            EventBuilder.note("Push to origin: it fails in GitCore src/Main.java über 検索機能"));

    assertThat(search.found(text)).hasSize(isFound ? 1 : 0);
    Filter filter = Filter.builder().search(text).build();
    assertThat(SearchFilter.of(filter).matches(new SearchedEvent(event))).isEqualTo(isFound);
  }

  @Test
  void otherFieldsOfTheFilterHold() {
    Event bug = search.append(issue("push", "").tag("p", "x").at(100));
    Event note = search.append(EventBuilder.note("push").at(200));

    assertThat(search.found(filter("push").kinds(List.of(ISSUE)).build()))
        .containsExactly(bug.id());
    assertThat(search.found(filter("push").tag('p', List.of("x", "y")).build()))
        .containsExactly(bug.id());
    assertThat(search.found(filter("push").tag('p', List.of("y")).build())).isEmpty();
    assertThat(search.found(filter("push").since(101).build())).containsExactly(note.id());
    assertThat(search.found(filter("push").until(199).build())).containsExactly(bug.id());
    assertThat(search.found(filter("push").ids(List.of(note.id())).build()))
        .containsExactly(note.id());
    assertThat(search.found(filter("push").authors(List.of(TestKeys.BOB.publicKey())).build()))
        .isEmpty();
    assertThat(search.found(filter("push").authors(List.of(TestKeys.ALICE.publicKey())).build()))
        .hasSize(2);
  }

  @Test
  void longTagsAreComparedInFull() {
    String start = "x".repeat(300);
    Event event = search.append(EventBuilder.note("push").tag("r", start + "a"));

    assertThat(search.found(filter("push").tag('r', List.of(start + "a")).build()))
        .containsExactly(event.id());
    assertThat(search.found(filter("push").tag('r', List.of(start + "b")).build())).isEmpty();
  }

  @Test
  void limitCountsAfterScoring() {
    IntStream.range(0, 100).forEach(i -> search.append(EventBuilder.note("push " + i).at(i)));
    Event best = search.append(issue("push", "").at(0));

    QueryRun run = search.current(filter("push").limit(1).build());

    assertThat(search.ids(run)).containsExactly(best.id());
    assertThat(run.next(1_000, 1_000).end()).isEqualTo(QueryRun.End.LIMITED);
  }

  @Test
  void severalFiltersAreOneAnswerWithEachEventOnce() {
    Event both = search.append(EventBuilder.note("push fetch"));
    Event fetch = search.append(EventBuilder.note("fetch"));
    QueryRun run = search.current(filter("push").build(), filter("fetch").build());

    assertThat(search.ids(run)).containsExactlyInAnyOrder(both.id(), fetch.id());
    assertThat(run.next(1_000, 1_000).end()).isEqualTo(QueryRun.End.COMPLETE);
  }

  @Test
  void removedEventIsNotFoundAtOnce() {
    Event event = search.append(EventBuilder.note("push"));
    QueryRun before = search.current(filter("push").build());
    search.remove(event);

    assertThat(search.ids(before)).isEmpty();
    assertThat(search.found("push")).isEmpty();
  }

  @Test
  void eventThatExpiresIsNotFoundThen() {
    Event _ = search.append(EventBuilder.note("push").expiringAt(2_000_000_001));
    Event _ = search.append(EventBuilder.note("fetch").expiringAt(2_000_000_000));

    assertThat(search.found("push")).hasSize(1);
    assertThat(search.found("fetch")).isEmpty();
  }

  @Test
  void kindsThatAreNotSearchedAreNotFound() {
    Event _ = search.append(EventBuilder.kind(30_023).content("push"));

    assertThat(search.found("push")).isEmpty();
    assertThat(search.found("-other")).isEmpty();
  }

  private static Filter.Builder filter(String text) {
    return Filter.builder().search(text).limit(500);
  }
}
