package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Store;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.store.StoreOpening;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command that checks data, on repositories that a server has hosted. */
@Timeout(300)
class DoctorTest extends RelaySuite {
  private static final String DOMAIN = "doctor.example.org";
  private static final int PROBLEMS = 1;

  @TempDir Path temp;

  private final Path data = SharedServer.directory(newWord());
  private final HostedRepo named =
      new HostedRepo(URI.create("ws://" + DOMAIN), newKey(), newWord());
  private GitClient work;
  private String commit = "";

  @BeforeEach
  void host() {
    work = GitClient.init(temp.resolve("work"));
    commit = work.commit("README", "hello\n");
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      relay.publish(named.announcement());
      relay.publish(named.state("main", commit));
      work.must("push", at(server).cloneUrl(), "main");
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
  }

  /** Each push leaves a pack, moves refs, and is in quarantine for a moment. */
  @Test
  void aServerThatIsPushedToIsCheckedMeanwhile() throws IOException, InterruptedException {
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      AtomicBoolean isEnough = new AtomicBoolean();
      AtomicInteger pushes = new AtomicInteger();
      Thread client =
          Thread.ofPlatform()
              .start(() -> {
                while (!isEnough.get()) {
                  String next = work.commit("README", "push " + pushes.incrementAndGet() + "\n");
                  relay.publish(named.state("main", next));
                  work.must("push", at(server).cloneUrl(), "main");
                }
              });
      for (int i = 0; i < 3; i++) {
        assertThat(doctor())
            .startsWith("0: ")
            .contains("graspd is running on this data (process " + server.pid() + ")")
            .contains("2 events served", "git: 1 families, 0 problems");
      }
      isEnough.set(true);
      client.join();
      assertThat(pushes).hasValueGreaterThan(3);

      cutPack();
      assertThat(doctor()).startsWith(PROBLEMS + ": ").contains("problem: " + main());
    }
  }

  private HostedRepo at(ServerProcess server) {
    return new HostedRepo(server.uri(), named.owner(), named.identifier());
  }

  /** Returns the exit code and all lines. */
  private String doctor() {
    try (ServerProcess doctor = QuickStart.hosting(data, DOMAIN).arguments("doctor").launch()) {
      int exit = doctor.awaitExit();
      return exit + ": " + String.join("\n", doctor.output());
    }
  }

  @Test
  void whatAServerLeavesIsSoundAndDamageIsNamedByItsPlace() throws IOException {
    assertThat(doctor())
        .startsWith("0: ")
        .contains("2 events served, 0 held, 0 problems", "git: 1 families, 0 problems");
    moveMain("1234".repeat(10));
    assertThat(doctor()).startsWith(PROBLEMS + ": ").contains(main(), "1234".repeat(10));
    moveMain(commit);
    assertThat(doctor()).startsWith("0: ");

    cutPack();
    assertThat(doctor()).startsWith(PROBLEMS + ": ").contains("problem: " + main());
  }

  private String main() {
    return "refs/heads/main of " + named.address();
  }

  private void moveMain(String value) {
    RepoAddress address =
        new RepoAddress(named.owner().publicKey(), new Identifier(named.identifier()));
    RefName main = new RefName("refs/heads/main");
    Refs refs =
        Refs.NONE
            .with(List.of(new RefChange(main, Optional.of(new Oid(value)))))
            .withHead(Optional.of(main));
    try (Store store = new EmbeddedEngine().open(StoreOpening.visit(data.resolve("relay")))) {
      store
          .write(tx -> {
            tx.repositories().putRefs(address, refs);
            return true;
          })
          .toCompletableFuture()
          .join();
    }
  }

  /** As a disk that lost its last blocks. */
  private void cutPack() throws IOException {
    Path packs = new Layout(data.resolve("git")).packs(new Identifier(named.identifier()));
    try (Stream<Path> files = Files.list(packs)) {
      Path pack = files.filter(file -> file.toString().endsWith(".pack")).findFirst().orElseThrow();
      pack.toFile().setWritable(true);
      try (RandomAccessFile bytes = new RandomAccessFile(pack.toFile(), "rw")) {
        bytes.setLength(bytes.length() / 2);
      }
    }
  }
}
