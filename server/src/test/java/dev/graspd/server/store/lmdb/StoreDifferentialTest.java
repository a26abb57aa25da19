package dev.graspd.server.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.server.store.lmdb.check.StoreChecker;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import dev.graspd.server.testing.InMemoryDirectory;
import dev.graspd.testkit.store.ModelEventStore;
import dev.graspd.testkit.store.traffic.StoreDifferential;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The store and the model agree on everything. More seeds: {@code -Dgraspd.seeds=10000}, from
 * {@code -Dgraspd.seed=…} on.
 */
final class StoreDifferentialTest {
  private static final int OPERATIONS = 2_500;

  /** A seed takes as long here as so many in a simulation. */
  private static final int SEEDS_FOR_ONE_OF_OURS = 250;

  @TempDir(factory = InMemoryDirectory.class)
  Path directory;

  static LongStream seeds() {
    long first = Long.getLong("graspd.seed", 1);
    return LongStream.range(
        first, first + Math.max(4, Long.getLong("graspd.seeds", 0) / SEEDS_FOR_ONE_OF_OURS));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void storeAndModelAgree(long seed) {
    StoreSettings settings = TestStores.small();
    try (LmdbSubject subject = new LmdbSubject(directory, settings);
        ModelEventStore model =
            new ModelEventStore(settings.removalsKept(), settings.unwantedKept())) {
      new StoreDifferential(seed, subject, model).run(OPERATIONS);
      assertThat(subject.store().lastSeq()).isGreaterThan(OPERATIONS / 4);
    }
    assertThat(StoreChecker.check(directory).problems()).as("seed %d", seed).isEmpty();
  }

  private static final class LmdbSubject implements StoreDifferential.Subject, AutoCloseable {
    private final Path directory;
    private final StoreSettings settings;
    private LmdbEventStore store;

    LmdbSubject(Path directory, StoreSettings settings) {
      this.directory = directory;
      this.settings = settings;
      this.store = TestStores.open(directory, settings);
    }

    @Override
    public EventStore store() {
      return store;
    }

    @Override
    public UnwantedStore unwanted() {
      return store.unwanted();
    }

    @Override
    public RepositoryStore repositories() {
      return store.repositories();
    }

    @Override
    public void reopen() {
      store.close();
      store = TestStores.open(directory, settings);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
