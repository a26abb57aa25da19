package dev.graspd.server.store.lmdb.check;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static dev.graspd.testkit.store.StoreDriver.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.server.store.lmdb.table.LayoutSample;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that version 3 of the layout wrote is read, searched and written on. */
final class LayoutTest {
  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  @BeforeEach
  void unpack() throws IOException {
    try (InputStream file = LayoutTest.class.getResourceAsStream("/store-layout-3/data.mdb")) {
      assertThat(file).isNotNull();
      Files.copy(file, directory.resolve("data.mdb"));
    }
  }

  @Test
  void everyRowOfLayout3IsUnderstood() {
    StoreReport report = StoreChecker.check(directory);

    assertThat(report.problems()).isEmpty();
    assertThat(report.servedEvents()).isEqualTo(28);
    assertThat(report.heldEvents()).isEqualTo(2);
    assertThat(report.lastSeq()).isEqualTo(39);
  }

  @Test
  void eventsOfLayout3AreFound() {
    try (EventStore store = TestStores.open(directory)) {
      StoreDriver driver = new StoreDriver(store);
      List<EventId> topic =
          IntStream.range(0, 20)
              .filter(i -> i % 4 == 2)
              .mapToObj(LayoutSample::note)
              .sorted(Event.NEWEST_FIRST)
              .map(Event::id)
              .toList();

      assertThat(driver.ids(Filter.builder().tag('t', List.of("topic2")).build())).isEqualTo(topic);
      assertThat(store.served(LayoutSample.note(7).id()).orElseThrow().json())
          .isEqualTo(LayoutSample.note(7).json());
      assertThat(driver.count(Filter.builder().authors(List.of(ALICE.publicKey())).build()))
          .isEqualTo(21);
      assertThat(driver.count(Filter.builder().tag('r', List.of("x".repeat(500))).build()))
          .isEqualTo(1);
      assertThat(driver.count(second())).isEqualTo(1);
      assertThat(store.nextSweepSeconds()).hasValue(0);
    }
  }

  private static Filter second() {
    return Filter.builder()
        .authors(List.of(BOB.publicKey()))
        .kinds(List.of(30_617))
        .tag('d', List.of("second"))
        .build();
  }

  @Test
  void logOfLayout3IsRead() {
    try (EventStore store = TestStores.open(directory)) {
      List<LogRecord> log = store.tail(0, 100);

      assertThat(log).hasSize(34);
      assertThat(log.stream().filter(LogRecord.Held.class::isInstance)).hasSize(2);
      assertThat(log.stream().filter(LogRecord.Released.class::isInstance)).hasSize(1);
      assertThat(
              log.stream()
                  .filter(LogRecord.Removed.class::isInstance)
                  .map(record -> ((LogRecord.Removed) record).why()))
          .containsExactly(Removal.REPLACED, Removal.DELETED, Removal.BANNED);
    }
  }

  @Test
  void whatLayout3KeepsAwayStaysAway() {
    try (EventStore store = TestStores.open(directory)) {
      StoreDriver driver = new StoreDriver(store);
      Event spam = EventBuilder.note("spam").at(230).signedBy(CAROL);
      Event vanished = EventBuilder.note("another").at(55).signedBy(CAROL);

      assertThat(store.known(spam.id())).isEqualTo(Known.GONE);
      assertThat(driver.append(spam)).isEqualTo(new Appended.Barred(Removal.BANNED));
      assertThat(driver.append(vanished)).isInstanceOf(Appended.Vanished.class);
      assertThat(driver.append(LayoutSample.late())).isInstanceOf(Appended.Deleted.class);
      driver.sweepAll(NOW);
      driver.sweepAll(LayoutSample.EXPIRATION);
      assertThat(store.stats().servedEvents()).isEqualTo(27);
    }
    assertThat(StoreChecker.check(directory).problems()).isEmpty();
  }
}
