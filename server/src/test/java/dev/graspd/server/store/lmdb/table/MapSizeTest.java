package dev.graspd.server.store.lmdb.table;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.Known;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lmdbjava.Env;
import org.lmdbjava.LmdbNativeException;

class MapSizeTest {
  /** A process has 128 TiB of addresses, however large its machine. */
  private static final long MORE_THAN_ANYBODY_HAS = 1L << 50;

  @TempDir Path directory;

  @Test
  void storeOpensWithTheMapThatFits() {
    StoreSettings settings = TestStores.withMapBytes(MORE_THAN_ANYBODY_HAS);
    Event note = EventBuilder.note("small").unsignedBy(ALICE);
    try (EventStore store = TestStores.open(directory, settings)) {
      new StoreDriver(store).append(note);
    }
    try (EventStore store = TestStores.open(directory, settings)) {
      assertThat(store.known(note.id())).isEqualTo(Known.SERVED);
    }
    try (Tables tables = Tables.openReadOnly(directory, settings)) {
      assertThat(tables.has(Table.META)).isTrue();
    }
  }

  @Test
  void asMuchIsLeftForOthersAsTheMapTakes() {
    try (var env =
        MapSize.open(
            MORE_THAN_ANYBODY_HAS,
            0,
            bytes -> Env.create().setMapSize(bytes).open(directory.toFile()))) {
      long mapped = env.info().mapSize;
      assertThat(mapped).isBetween(1L << 30, 1L << 46);
      try (var other = Env.create().setMapSize(mapped).open(other().toFile())) {
        assertThat(other.info().mapSize).isEqualTo(mapped);
      }
    }
  }

  private Path other() {
    Path other = directory.resolve("other");
    assertThat(other.toFile().mkdir()).isTrue();
    return other;
  }

  @Test
  void storeThatIsTooLargeForTheAddressesFailsAsBefore() {
    assertThatThrownBy(() ->
            MapSize.open(
                MORE_THAN_ANYBODY_HAS,
                MORE_THAN_ANYBODY_HAS / 4,
                bytes -> Env.create().setMapSize(bytes).open(directory.toFile())))
        .isInstanceOf(LmdbNativeException.class);
  }
}
