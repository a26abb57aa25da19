package dev.graspd.core.talk.list;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.LEAD;
import static dev.graspd.core.talk.TalkSample.MAINTAINER;
import static dev.graspd.core.talk.TalkSample.MEMBERS;
import static dev.graspd.core.talk.TalkSample.OWNER;
import static dev.graspd.core.talk.TalkSample.STRANGER;
import static dev.graspd.core.talk.TalkSample.comment;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.issue;
import static dev.graspd.core.talk.TalkSample.label;
import static dev.graspd.core.talk.TalkSample.repo;
import static dev.graspd.core.talk.TalkSample.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.TalkSample;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.thread.State;
import dev.graspd.core.talk.thread.ThreadEvents;
import dev.graspd.core.talk.thread.Threads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {
  private static final RowFilter ISSUES = RowFilter.all(Section.ISSUES);

  private static ThreadRow row(
      int number, State state, String title, PublicKey author, String... labels) {
    RootKind kind = state == State.MERGED ? RootKind.PULL_REQUEST : RootKind.ISSUE;
    return new ThreadRow(
        EventId.ofWords(number, 0, 0, 0),
        kind,
        title,
        author,
        1_000 + number / 2,
        2_000 - number,
        state,
        Optional.empty(),
        new TreeSet<>(List.of(labels)),
        0);
  }

  private static final Listing LISTING =
      new Listing(
          List.of(
              row(1, State.OPEN, "Crash at start", AUTHOR, "bug"),
              row(2, State.CLOSED, "Typo", AUTHOR, "docs"),
              row(3, State.RESOLVED, "crash at end", STRANGER, "bug", "urgent"),
              row(4, State.DRAFT, "Plan", MAINTAINER),
              row(5, State.MERGED, "Crash fixed", AUTHOR, "bug")));

  @ParameterizedTest
  @CsvSource({
    "ISSUES, OPEN, '', '', '', 1",
    "ISSUES, CLOSED, '', '', '', 2 3",
    "ISSUES, DRAFT, '', '', '', 4",
    "ISSUES, MERGED, '', '', '', ''",
    "ISSUES, ALL, '', '', '', 4 2 3 1",
    "ISSUES, ALL, bug, '', '', 3 1",
    "ISSUES, ALL, bu, '', '', ''",
    "ISSUES, ALL, '', author, '', 2 1",
    "ISSUES, ALL, '', '', ' CRASH ', 3 1",
    "ISSUES, ALL, '', '', urg, 3",
    "ISSUES, OPEN, bug, author, start, 1",
    "ISSUES, OPEN, bug, stranger, start, ''",
    "PULL_REQUESTS, ALL, '', '', '', 5",
    "PULL_REQUESTS, MERGED, '', '', '', 5",
  })
  void filtersShowWhatMatchesAll(
      Section section, States states, String label, String author, String text, String expected) {
    RowFilter filter =
        new RowFilter(
            section,
            states,
            Optional.of(label).filter(one -> !one.isEmpty()),
            Optional.of(author).filter(one -> !one.isEmpty()).map(TalkSample::called),
            text,
            Optional.empty());
    assertThat(numbers(LISTING.first(filter, Sort.NEWEST, 50).rows())).isEqualTo(expected);
  }

  private static String numbers(Collection<ThreadRow> rows) {
    return String.join(" ", rows.stream().map(row -> "" + row.id().word(0)).toList());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void changedRowsTakeTheirPlaces(long seed) {
    Random random = new Random(seed);
    SortedMap<EventId, ThreadRow> rows = new TreeMap<>();
    Listing listing = new Listing(List.of());
    for (int step = 0; step < 60; step++) {
      SortedSet<EventId> changed = new TreeSet<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        ThreadRow row = row(random.nextInt(30), State.OPEN, "at " + random.nextInt(99), AUTHOR);
        changed.add(row.id());
        rows.remove(row.id());
        if (random.nextInt(4) > 0) {
          rows.put(row.id(), row);
        }
      }
      listing =
          listing.with(
              changed, rows.values().stream().filter(row -> changed.contains(row.id())).toList());
      Listing expected = new Listing(rows.values());
      for (Sort sort : Sort.values()) {
        RowFilter all = ISSUES.with(States.ALL);
        assertThat(listing.first(all, sort, 100)).isEqualTo(expected.first(all, sort, 100));
      }
    }
  }

  @Test
  void countsAreOfEachStateWhateverStateIsAskedFor() {
    assertThat(LISTING.counts(ISSUES.with(States.DRAFT)))
        .containsEntry(State.OPEN, 1)
        .containsEntry(State.CLOSED, 1)
        .containsEntry(State.RESOLVED, 1)
        .containsEntry(State.DRAFT, 1)
        .containsEntry(State.MERGED, 0);
  }

  @Test
  void listFromKnownPeopleHasOthersLeftOut() {
    SortedSet<PublicKey> known = new TreeSet<>(List.of(STRANGER));
    RowFilter filter =
        new RowFilter(
            Section.ISSUES, States.ALL, Optional.empty(), Optional.empty(), "", Optional.of(known));
    assertThat(numbers(LISTING.first(filter, Sort.NEWEST, 50).rows())).isEqualTo("3");
  }

  @Test
  void updatedThreadsComeFirstIfAsked() {
    assertThat(numbers(LISTING.first(ISSUES, Sort.UPDATED, 50).rows())).isEqualTo("1 2 3 4");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 2, 3, 50, 100, 1000})
  void pagesTogetherAreTheList(int limit) {
    for (Sort sort : Sort.values()) {
      Listing.Page page = LISTING.first(ISSUES, sort, limit);
      List<ThreadRow> seen = new ArrayList<>(page.rows());
      while (page.next().isPresent()) {
        Cursor cursor = Cursor.parse(page.next().get().toString()).orElseThrow();
        page = LISTING.after(cursor, ISSUES, limit);
        assertThat(page.rows()).isNotEmpty();
        seen.addAll(page.rows());
      }
      assertThat(seen).isEqualTo(LISTING.first(ISSUES, sort, 100).rows());
    }
  }

  @Test
  void newRowsDoNotShiftTheNextPage() {
    Cursor cursor = LISTING.first(ISSUES, Sort.NEWEST, 2).next().orElseThrow();
    Listing later =
        new Listing(
            List.of(
                row(9, State.OPEN, "new", AUTHOR),
                row(3, State.RESOLVED, "crash at end", STRANGER),
                row(1, State.OPEN, "Crash at start", AUTHOR)));
    assertThat(numbers(later.after(cursor, ISSUES, 50).rows())).isEqualTo("3 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "n",
        "n1-",
        "x1-ID",
        "n-ID",
        "n01-ID",
        "n-1-ID",
        "n1234567890123456789-ID",
        "n1 -ID",
        "nID",
        "n1-IDx"
      })
  void otherTextIsNoCursor(String text) {
    assertThat(Cursor.parse(text.replace("ID", "a".repeat(64)))).isEmpty();
    assertThat(Cursor.parse("n1-" + "a".repeat(64))).isPresent();
  }

  @Test
  void rowTellsWhatTheThreadIs() {
    Event root = issue("Title\ntext", Tag.of("t", "own"));
    Event first = comment(STRANGER, 200, root, root);
    Event closed = status(Kinds.STATUS_CLOSED, MAINTAINER, 400, root);
    List<Event> events =
        List.of(
            root,
            first,
            comment(AUTHOR, 300, root, first),
            closed,
            label(MAINTAINER, 350, root, "#t", "bug"),
            event(Kinds.REACTION, STRANGER, 900, "+", Tag.of("e", root.id().hex())));
    assertThat(ThreadRow.of(Threads.of(events, MEMBERS).get(root.id()), MEMBERS, false))
        .isEqualTo(
            new ThreadRow(
                root.id(),
                RootKind.ISSUE,
                "Title",
                AUTHOR,
                100,
                400,
                State.CLOSED,
                Optional.of(closed.id()),
                new TreeSet<>(List.of("bug", "own")),
                2));
  }

  private static final long DAY = KnownPeople.AFTER_SECONDS;

  @Test
  void peopleAreKnownWhenAMaintainerTookNotice() {
    PublicKey answered = TalkSample.key("51");
    PublicKey labelled = TalkSample.key("52");
    PublicKey merged = TalkSample.key("53");
    PublicKey young = TalkSample.key("54");
    Event root = issue("x");
    Event one = comment(answered, 200, root, root);
    Event two = event(Kinds.ISSUE, labelled, 200, "x", repo());
    Event three = event(Kinds.PATCH, merged, 200, "x", repo());
    Event four = event(Kinds.ISSUE, young, 800, "x", repo());
    List<Event> events =
        List.of(
            root,
            one,
            two,
            three,
            four,
            comment(MAINTAINER, 900, root, one),
            comment(STRANGER, 900, root, root),
            label(MAINTAINER, 900, two, "#t", "x"),
            label(MAINTAINER, 900, four, "#t", "x"),
            status(Kinds.STATUS_APPLIED, OWNER, 900, three),
            status(Kinds.STATUS_CLOSED, OWNER, 900, root));
    assertThat(
            KnownPeople.of(
                Threads.of(events, MEMBERS).values(), MEMBERS, EventHead::createdAt, 500 + DAY))
        .isEqualTo(
            new KnownPeople(
                new TreeSet<>(List.of(OWNER, LEAD, MAINTAINER, answered, labelled, merged)),
                OptionalLong.of(800 + DAY)));
  }

  /** An author can sign any time. */
  @Test
  void peopleAreKnownByWhenTheyCame() {
    Event root = issue("x");
    List<Event> events = List.of(root, comment(MAINTAINER, 900, root, root));
    Collection<ThreadEvents> threads = Threads.of(events, MEMBERS).values();
    assertThat(KnownPeople.of(threads, MEMBERS, _ -> 5_000, 5_000 + DAY - 1).keys())
        .doesNotContain(root.author());
    assertThat(KnownPeople.of(threads, MEMBERS, _ -> 5_000, 5_000 + DAY).keys())
        .contains(root.author());
  }
}
