package dev.graspd.server.store.lmdb;

import dev.graspd.core.store.StorageException;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Builds stores for tests. */
public final class TestStores {
  public static final StoreSettings SETTINGS = StoreSettings.withReserve(0);

  private TestStores() {}

  public static LmdbEventStore open(Path directory) {
    return open(directory, SETTINGS);
  }

  public static LmdbEventStore open(Path directory, StoreSettings settings) {
    return new LmdbEventStore(directory, settings, () -> Long.MAX_VALUE, unexpected());
  }

  static Consumer<StorageException> unexpected() {
    return fault -> {
      throw new AssertionError("the store broke", fault);
    };
  }

  /** Small bounds, so that little traffic reaches them. */
  public static StoreSettings small() {
    return new StoreSettings(1L << 30, 4, 8, 3, 5, 4_000, 7, 6, 5, Integer.MAX_VALUE, 0);
  }

  public static StoreSettings withMapBytes(long mapBytes) {
    StoreSettings s = SETTINGS;
    return new StoreSettings(
        mapBytes,
        s.readersMax(),
        s.queueMax(),
        s.batchMax(),
        s.recentRecordsMax(),
        s.recentBytesMax(),
        s.removalsKept(),
        s.unwantedKept(),
        s.minutesKept(),
        s.limitProbeWork(),
        0);
  }

  public static LmdbEventStore withFreeSpace(
      Path directory, AtomicLong usableBytes, long reserveBytes) {
    return new LmdbEventStore(
        directory, StoreSettings.withReserve(reserveBytes), usableBytes::get, unexpected());
  }
}
