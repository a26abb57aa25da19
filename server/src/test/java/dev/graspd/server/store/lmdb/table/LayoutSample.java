package dev.graspd.server.store.lmdb.table;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Removal;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.lmdbjava.CopyFlags;

/**
 * A little of everything that a store can hold. Its file, written when layout 3 was current, lies
 * in {@code src/test/resources/store-layout-3} and must stay readable; it is not written again when
 * the code changes.
 */
public final class LayoutSample {
  public static final long EXPIRATION = StoreDriver.NOW + 1_000;

  private LayoutSample() {}

  /** Writes the file into the directory that is named first. */
  public static void main(String[] args) throws IOException {
    Path store = Files.createTempDirectory("graspd-sample");
    try (EventStore open = TestStores.open(store)) {
      fill(new StoreDriver(open));
    }
    Path target = Files.createDirectories(Path.of(args[0]));
    try (Tables tables = Tables.open(store, TestStores.SETTINGS)) {
      tables.env().copy(target.toFile(), CopyFlags.MDB_CP_COMPACT);
    }
  }

  static void fill(StoreDriver driver) {
    driver.appendAll(IntStream.range(0, 20).mapToObj(LayoutSample::note).toList());
    driver.append(EventBuilder.kind(0).at(100).content("old").signedBy(ALICE));
    driver.append(EventBuilder.kind(0).at(200).content("new").signedBy(ALICE));
    driver.append(
        EventBuilder.kind(30_617).at(150).tag("d", "repo").tag("d", "second").signedBy(BOB));
    driver.append(EventBuilder.note("expires").at(160).expiringAt(EXPIRATION).signedBy(BOB));
    driver.append(EventBuilder.note("long").at(170).tag("r", "x".repeat(500)).signedBy(BOB));
    Event mistake = EventBuilder.note("mistake").at(180).signedBy(BOB);
    driver.append(mistake);
    driver.delete(EventBuilder.deletionOf(mistake).at(190).signedBy(BOB));
    driver.delete(EventBuilder.deletionOf(late()).at(195).signedBy(BOB));
    driver.hold(EventBuilder.kind(30_618).at(210).tag("d", "repo").signedBy(BOB));
    Event released = EventBuilder.note("released").at(220).signedBy(BOB);
    driver.hold(released);
    driver.release(released.id());
    Event spam = EventBuilder.note("spam").at(230).signedBy(CAROL);
    driver.append(spam);
    driver.remove(spam.id(), Removal.BANNED);
    driver.append(EventBuilder.note("before").at(50).signedBy(CAROL));
    driver.vanish(EventBuilder.kind(Kinds.VANISH).at(60).signedBy(CAROL));
  }

  public static Event note(int i) {
    return EventBuilder.note("note " + i + " \u00e9\n")
        .at(1_000 + i / 3)
        .tag("t", "topic" + i % 4)
        .tag("p", BOB.publicKey().hex())
        .signedBy(ALICE);
  }

  /** An event that its author deleted before it came. */
  public static Event late() {
    return EventBuilder.note("late").at(185).signedBy(BOB);
  }
}
