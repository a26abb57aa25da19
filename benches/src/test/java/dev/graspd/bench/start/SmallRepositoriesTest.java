package dev.graspd.bench.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.bench.start.SmallRepositories.Naming;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.NamedHost;
import dev.graspd.core.store.Store;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SmallRepositoriesTest {
  private static final int COUNT = 25;

  @TempDir Path directory;

  @Test
  void madeStoreIsSoundAndNamesThisServerAlone() throws IOException {
    Path relay = made(Naming.THIS_SERVER_ALONE).resolve("relay");

    StoreReport report = new EmbeddedEngine().check(relay);
    assertThat(report.problems()).isEmpty();
    assertThat(report.servedEvents()).isEqualTo(2 * COUNT);
    try (Store store = SmallRepositories.open(relay)) {
      assertThat(store.repositories().changedFamilies(0, 10 * COUNT)).hasSize(COUNT);
      assertThat(store.repositories().namedHosts(Optional.empty(), 10 * COUNT))
          .hasSize(COUNT)
          .extracting(NamedHost::host)
          .containsOnly(SmallRepositories.DOMAIN);
    }
  }

  private Path made(Naming naming) throws IOException {
    return new SmallRepositories(directory, naming).prepared(COUNT);
  }

  /** A server would have written the same. */
  @ParameterizedTest
  @EnumSource
  void doctorFindsNothingWrong(Naming naming) throws IOException {
    Path data = made(naming);
    HostingRules rules =
        new HostingRules(
            ServiceAddress.of(SmallRepositories.DOMAIN, "/"),
            Signer.named("bench").publicKey(),
            List.of(),
            List.of(),
            1_000,
            64);
    assertThat(
            Doctor.problems(
                data.resolve("relay"), data.resolve("git"), rules, Maintainers.Mode.RECIPROCAL))
        .isEmpty();
  }

  @Test
  void foreignRepositoriesNameTwoOthers() throws IOException {
    try (Store store = SmallRepositories.open(made(Naming.OTHERS_TOO).resolve("relay"))) {
      assertThat(store.repositories().namedHosts(Optional.empty(), 10 * COUNT)).hasSize(3 * COUNT);
    }
  }
}
