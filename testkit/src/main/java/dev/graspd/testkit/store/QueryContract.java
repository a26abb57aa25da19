package dev.graspd.testkit.store;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static dev.graspd.testkit.store.StoreFixture.idsOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.core.store.query.QueryRun.End;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver.Answer;
import dev.graspd.testkit.store.StoreDriver.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How every store answers filters: order, limits, slices, counts, sets. */
public interface QueryContract extends StoreFixture {
  @Test
  default void answerIsNewestFirstAndTiesLowestIdFirst() {
    List<Event> events =
        IntStream.range(0, 60)
            .mapToObj(i -> EventBuilder.note("n" + i).at(100 + i / 7).unsignedBy(ALICE))
            .toList();
    driver().appendAll(events);

    List<EventId> expected = events.stream().sorted(Event.NEWEST_FIRST).map(Event::id).toList();
    assertThat(driver().query(Filter.ALL)).isEqualTo(new Answer(expected, End.COMPLETE));
  }

  @Test
  default void everyFieldNarrows() {
    Event a = EventBuilder.note("a").at(5).tag("t", "x").tag("p", "q").unsignedBy(ALICE);
    Event b = EventBuilder.kind(7).at(4).tag("t", "x").tag("t", "y").unsignedBy(ALICE);
    Event c = EventBuilder.note("c").at(3).tag("T", "x").unsignedBy(BOB);
    Event d = EventBuilder.kind(30_000).at(2).tag("d", "x").unsignedBy(BOB);
    Stream.of(a, b, c, d).forEach(driver()::append);

    assertThat(driver().ids(Filter.builder().ids(List.of(b.id(), d.id())).build()))
        .isEqualTo(idsOf(b, d));
    assertThat(driver().ids(Filter.builder().authors(List.of(BOB.publicKey())).build()))
        .isEqualTo(idsOf(c, d));
    assertThat(driver().ids(Filter.builder().kinds(List.of(1, 30_000)).build()))
        .isEqualTo(idsOf(a, c, d));
    assertThat(driver().ids(Filter.builder().tag('t', List.of("x", "y")).build()))
        .isEqualTo(idsOf(a, b));
    assertThat(driver().ids(Filter.builder().tag('T', List.of("x")).build())).isEqualTo(idsOf(c));
    assertThat(driver().ids(Filter.builder().tag('t', List.of("x")).tag('p', List.of("q")).build()))
        .isEqualTo(idsOf(a));
    assertThat(driver().ids(Filter.builder().since(3).until(4).build())).isEqualTo(idsOf(b, c));
    assertThat(
            driver()
                .ids(
                    Filter.builder()
                        .kinds(List.of(30_000))
                        .authors(List.of(BOB.publicKey()))
                        .tag('d', List.of("x"))
                        .build()))
        .isEqualTo(idsOf(d));
    assertThat(
            driver()
                .ids(
                    Filter.builder()
                        .kinds(List.of(1))
                        .authors(List.of(ALICE.publicKey(), CAROL.publicKey()))
                        .build()))
        .isEqualTo(idsOf(a));
  }

  @Test
  default void emptyListsMatchNothing() {
    driver().append(EventBuilder.note("x").unsignedBy(ALICE));

    assertThat(driver().query(Filter.builder().ids(List.of()).build()))
        .isEqualTo(new Answer(List.of(), End.COMPLETE));
    assertThat(driver().query(Filter.builder().authors(List.of()).limit(0).build()))
        .isEqualTo(new Answer(List.of(), End.COMPLETE));
    assertThat(driver().query(Filter.builder().tag('t', List.of()).build()).ids()).isEmpty();
    assertThat(driver().query(Filter.builder().since(5).until(4).build()).ids()).isEmpty();
    assertThat(driver().query().ids()).isEmpty();
  }

  @Test
  default void everyTagValueIsFoundWhateverItsBytes() {
    List<String> values =
        List.of(
            "",
            "plain",
            "\"quoted\\\"",
            "line\nbreak\u0001\u001f",
            "\u00e9\u4e16\ud83d\ude00",
            "f".repeat(64),
            "F".repeat(64),
            "f".repeat(63),
            "y".repeat(400),
            "y".repeat(401),
            "\u4e16".repeat(200),
            "z".repeat(5_000));
    List<Event> events =
        IntStream.range(0, values.size())
            .mapToObj(i -> EventBuilder.note("v").at(i).tag("x", values.get(i)).unsignedBy(ALICE))
            .toList();
    driver().appendAll(events);

    for (int i = 0; i < values.size(); i++) {
      Filter byTag = Filter.builder().tag('x', List.of(values.get(i))).build();
      Filter byTime = Filter.builder().tag('x', List.of(values.get(i), "no")).since(i).build();
      assertThat(driver().ids(byTag)).as(values.get(i)).isEqualTo(idsOf(events.get(i)));
      assertThat(driver().ids(byTime)).as(values.get(i)).isEqualTo(idsOf(events.get(i)));
      assertThat(driver().count(byTag)).isEqualTo(1);
    }
  }

  @Test
  default void onlySingleLettersWithAValueAreIndexed() {
    Event event =
        EventBuilder.note("x")
            .tag("t")
            .tag("tt", "v")
            .tag("1", "v")
            .tag("q", "v", "w")
            .unsignedBy(ALICE);
    driver().append(event);

    assertThat(driver().ids(Filter.builder().tag('t', List.of("", "v")).build())).isEmpty();
    assertThat(driver().ids(Filter.builder().tag('q', List.of("w")).build())).isEmpty();
    assertThat(driver().ids(Filter.builder().tag('q', List.of("v")).build()))
        .isEqualTo(idsOf(event));
  }

  @Test
  default void limitEndsTheAnswerAndSaysSo() {
    List<Event> events =
        IntStream.range(0, 10)
            .mapToObj(i -> EventBuilder.note("n").at(100 - i).unsignedBy(ALICE))
            .toList();
    driver().appendAll(events);
    List<EventId> ids = events.stream().map(Event::id).toList();

    assertThat(driver().query(Filter.ALL.withLimit(3)))
        .isEqualTo(new Answer(ids.subList(0, 3), End.LIMITED));
    assertThat(driver().query(Filter.ALL.withLimit(10))).isEqualTo(new Answer(ids, End.COMPLETE));
    assertThat(driver().query(Filter.ALL.withLimit(11))).isEqualTo(new Answer(ids, End.COMPLETE));
    assertThat(driver().query(Filter.ALL.withLimit(0)))
        .isEqualTo(new Answer(List.of(), End.LIMITED));
  }

  @Test
  default void eachFilterHasItsOwnLimitAndEachEventComesOnce() {
    Event n3 = EventBuilder.note("3").at(30).unsignedBy(ALICE);
    Event n2 = EventBuilder.note("2").at(20).unsignedBy(ALICE);
    Event n1 = EventBuilder.note("1").at(10).unsignedBy(ALICE);
    Event r2 = EventBuilder.kind(7).at(25).unsignedBy(ALICE);
    Event r1 = EventBuilder.kind(7).at(5).unsignedBy(ALICE);
    Stream.of(n1, n2, n3, r1, r2).forEach(driver()::append);

    Filter notes = Filter.builder().kinds(List.of(1)).limit(2).build();
    Filter reactions = Filter.builder().kinds(List.of(7)).build();
    Filter newest = Filter.ALL.withLimit(3);

    assertThat(driver().query(notes, reactions))
        .isEqualTo(new Answer(idsOf(n3, r2, n2, r1), End.LIMITED));
    assertThat(driver().query(newest, notes)).isEqualTo(new Answer(idsOf(n3, r2, n2), End.LIMITED));
    assertThat(driver().query(notes, reactions, Filter.ALL).end()).isEqualTo(End.LIMITED);
    assertThat(driver().count(notes, reactions, newest)).isEqualTo(5);
  }

  @Test
  default void manyValuesInManyFiltersAreAnswered() {
    List<Event> events =
        IntStream.range(0, 200)
            .mapToObj(i -> EventBuilder.note("n" + i).at(i / 3).tag("t", "v" + i).unsignedBy(ALICE))
            .toList();
    driver().appendAll(events);
    List<Filter> filters = new ArrayList<>();
    for (int f = 0; f < 20; f++) {
      int from = f * 500;
      List<String> values =
          IntStream.range(from, from + 1_000).mapToObj(i -> "v" + i % 1_500).toList();
      filters.add(Filter.builder().tag('t', values).limit(500).build());
    }

    List<EventId> expected = events.stream().sorted(Event.NEWEST_FIRST).map(Event::id).toList();
    assertThat(driver().query(filters, NOW)).isEqualTo(new Answer(expected, End.COMPLETE));
    assertThat(driver().count(filters, NOW)).isEqualTo(200);
  }

  @Test
  default void eventsStoredAfterTheStartOfARunAreLeftToTheLog() {
    List<Event> before =
        IntStream.range(0, 30)
            .mapToObj(i -> EventBuilder.note("b" + i).at(100).unsignedBy(ALICE))
            .toList();
    driver().appendAll(before);
    Event waiting = EventBuilder.note("held").at(100).unsignedBy(BOB);
    driver().hold(waiting);
    QueryRun run = store().query(List.of(Filter.ALL), NOW);
    QueryRun.Slice first = run.next(5, 100);
    driver().append(EventBuilder.note("new").at(50).unsignedBy(ALICE));
    driver().release(waiting.id());

    List<EventId> ids = new ArrayList<>();
    first.events().forEach(found -> ids.add(found.id()));
    ids.addAll(StoreDriver.collect(run).ids());

    assertThat(ids).isEqualTo(before.stream().sorted(Event.NEWEST_FIRST).map(Event::id).toList());
    assertThat(run.snapshotSeq()).isEqualTo(31);
    assertThat(store().tail(run.snapshotSeq(), 10)).hasSize(2);
  }

  @Test
  default void eventsRemovedDuringARunAreLeftOut() {
    List<Event> events =
        IntStream.range(0, 30)
            .mapToObj(i -> EventBuilder.note("b" + i).at(100 - i).unsignedBy(ALICE))
            .toList();
    driver().appendAll(events);
    QueryRun run = store().query(List.of(Filter.ALL), NOW);
    int given = run.next(5, 100).events().size();
    driver().remove(events.getLast().id(), Removal.BANNED);

    assertThat(StoreDriver.collect(run).ids())
        .isEqualTo(events.subList(given, 29).stream().map(Event::id).toList());
  }

  @Test
  default void sliceIsBoundedByBytesAndStillMovesOn() {
    List<Event> events =
        IntStream.range(0, 20)
            .mapToObj(i -> EventBuilder.note("x".repeat(2_000)).at(i).unsignedBy(ALICE))
            .toList();
    driver().appendAll(events);
    QueryRun run = store().query(List.of(Filter.ALL), NOW);

    assertThat(run.next(1_000_000, 5_000).events()).hasSizeBetween(1, 3);
    assertThat(run.next(1_000_000, 1).events()).hasSize(1);
    assertThat(run.workDone()).isPositive();
  }

  @Test
  default void itemsAreTheSetNewestFirst() {
    Event a = EventBuilder.note("a").at(3).tag("t", "x").tag("t", "y").unsignedBy(ALICE);
    Event b = EventBuilder.note("b").at(2).tag("t", "y").unsignedBy(BOB);
    Event c = EventBuilder.note("c").at(1).unsignedBy(BOB);
    Stream.of(a, b, c).forEach(driver()::append);
    driver().hold(EventBuilder.note("held").tag("t", "x").unsignedBy(CAROL));

    assertThat(driver().items(Filter.builder().tag('t', List.of("x", "y")).build(), NOW))
        .containsExactly(new Item(3, a.id()), new Item(2, b.id()));
    assertThat(driver().items(Filter.ALL.withLimit(1), NOW)).hasSize(3);
    assertThat(driver().count(Filter.ALL.withLimit(1))).isEqualTo(3);
  }
}
