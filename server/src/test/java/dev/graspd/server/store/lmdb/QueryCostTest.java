package dev.graspd.server.store.lmdb;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.query.CountRun;
import dev.graspd.core.store.query.QueryRun;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every shape of filter reads about what it finds, not what there is. */
final class QueryCostTest {
  private static final int COMMON = 6_000;
  private static final int RARE = 5;
  private static final int START = 10_000;

  /** For a handful of events: choosing an index, and walking its few entries. */
  private static final int WORK_SMALL = 150;

  /** When all indexes but one are large, it takes a longer look to see which one that is. */
  private static final int WORK_CHOICE = 700;

  @TempDir(factory = InMemoryDirectory.class)
  static Path directory;

  private static EventStore store;
  private static Event rare;

  @BeforeAll
  static void fill() {
    store = TestStores.open(directory);
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < COMMON; i++) {
      EventBuilder builder = EventBuilder.kind(i % 2 == 0 ? 1 : 7).at(START + i).tag("t", "common");
      events.add(builder.tag("n", "v" + i).unsignedBy(i % 3 == 0 ? ALICE : BOB));
    }
    for (int i = 0; i < RARE; i++) {
      int at = START + i * COMMON / RARE;
      events.add(
          EventBuilder.kind(1).at(at).tag("t", "common", "r").tag("x", "rare").unsignedBy(ALICE));
      events.add(EventBuilder.kind(1111).at(at).tag("t", "common").unsignedBy(ALICE));
      events.add(EventBuilder.kind(1).at(at).tag("t", "common").unsignedBy(CAROL));
      events.add(
          EventBuilder.kind(30_000).at(at).tag("d", "d" + i).tag("t", "common").unsignedBy(CAROL));
    }
    rare = events.getLast();
    new StoreDriver(store).appendAll(events);
  }

  @AfterAll
  static void close() {
    store.close();
  }

  private static Filter.Builder filter() {
    return Filter.builder();
  }

  static Stream<Filter> shapes() {
    List<PublicKey> carol = List.of(CAROL.publicKey());
    return Stream.of(
        filter().ids(List.of(rare.id())).build(),
        filter().ids(List.of(rare.id())).kinds(List.of(30_000)).tag('t', List.of("common")).build(),
        filter().authors(carol).build(),
        filter().authors(carol).kinds(List.of(1)).build(),
        filter().authors(carol).kinds(List.of(30_000)).tag('d', List.of("d1", "d2")).build(),
        filter().kinds(List.of(1111)).build(),
        filter().kinds(List.of(1111)).tag('t', List.of("common")).build(),
        filter().kinds(List.of(1, 7)).tag('x', List.of("rare")).build(),
        filter().tag('x', List.of("rare")).build(),
        filter().tag('x', List.of("rare")).tag('t', List.of("common")).build(),
        filter().authors(carol).tag('t', List.of("common")).build(),
        filter().since(START + COMMON - 5).build(),
        filter().since(START + 10).until(START + 15).build(),
        filter().kinds(List.of(1)).since(START + 100).until(START + 110).build(),
        filter().tag('t', List.of("common")).limit(10).build(),
        filter().authors(List.of(BOB.publicKey())).kinds(List.of(1)).limit(10).build(),
        filter().kinds(List.of(1, 7)).limit(10).build(),
        filter().limit(10).build());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void workIsBoundedByWhatIsFound(Filter filter) {
    assertThat(work(filter)).isBetween(1L, (long) WORK_SMALL);
  }

  static Stream<Filter> unlimitedShapes() {
    return shapes().filter(filter -> filter.limit().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("unlimitedShapes")
  void countCostsNoMore(Filter filter) {
    CountRun run = store.count(List.of(filter), NOW);
    while (!run.next(1_000)) {
      // the next slice
    }
    assertThat(run.counted()).isPositive();
    assertThat(run.workDone()).isBetween(1L, (long) WORK_SMALL);
  }

  private static long work(Filter filter) {
    QueryRun run = store.query(List.of(filter), NOW);
    assertThat(StoreDriver.collect(run).ids()).isNotEmpty();
    return run.workDone();
  }

  @Test
  void recentEventsOfManyAuthorsAreFoundByTime() {
    List<PublicKey> authors = new ArrayList<>(List.of(ALICE.publicKey(), BOB.publicKey()));
    IntStream.range(0, 900).forEach(i -> authors.add(Signer.numbered(i).publicKey()));
    List<Integer> kinds = IntStream.range(0, 60).boxed().toList();

    Filter recent = filter().authors(authors).kinds(kinds).since(START + COMMON - 5).build();

    assertThat(work(recent)).isLessThan(WORK_CHOICE);
  }

  @Test
  void workGoesOnInSlicesWithoutLosingItsPlace() {
    QueryRun run = store.query(List.of(filter().kinds(List.of(7)).build()), NOW);
    int slices = 0;
    int found = 0;
    QueryRun.Slice slice;
    do {
      slice = run.next(1, Integer.MAX_VALUE);
      found += slice.events().size();
      slices++;
    } while (slice.end() == QueryRun.End.MORE);

    assertThat(found).isEqualTo(COMMON / 2);
    assertThat(slices).isGreaterThan(COMMON / 2 / 100);
    assertThat(run.workDone()).isLessThan(3 * COMMON);
  }

  /** Newer than all others by far: the time between the newest few says nothing of the rest. */
  @Test
  void loneNewEventDoesNotMakeTheWholeStoreLookSmall(
      @TempDir(factory = InMemoryDirectory.class) Path other) {
    try (EventStore lone = TestStores.open(other)) {
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < COMMON; i++) {
        events.add(EventBuilder.kind(1).at(START + i).tag("e", "v" + i).unsignedBy(BOB));
      }
      events.add(EventBuilder.kind(1).at(START + 1_000 * COMMON).unsignedBy(ALICE));
      new StoreDriver(lone).appendAll(events);
      List<String> values = IntStream.range(0, 500).mapToObj(i -> "v" + i * 7).toList();
      QueryRun run = lone.query(List.of(filter().tag('e', values).build()), NOW);
      assertThat(StoreDriver.collect(run).ids()).hasSize(500);
      assertThat(run.workDone()).isLessThan(COMMON / 2);
    }
  }
}
