package dev.graspd.bench.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.store.NamedHost;
import dev.graspd.core.store.Store;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallRepositoriesTest {
  private static final int COUNT = 25;

  @TempDir Path directory;

  @Test
  void madeStoreIsSoundAndNamesThisServerAlone() throws IOException {
    Path relay = new SmallRepositories(directory).prepared(COUNT).resolve("relay");

    StoreReport report = new EmbeddedEngine().check(relay);
    assertThat(report.problems()).isEmpty();
    assertThat(report.servedEvents()).isEqualTo(2 * COUNT);
    try (Store store = SmallRepositories.open(relay)) {
      assertThat(store.repositories().countRefs()).isEqualTo(COUNT);
      assertThat(store.repositories().namedHosts(Optional.empty(), 10 * COUNT))
          .hasSize(COUNT)
          .extracting(NamedHost::host)
          .containsOnly(SmallRepositories.DOMAIN);
    }
  }
}
