package dev.graspd.server.gate;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.store.Removal;
import dev.graspd.server.app.Doctor;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Packs that go: real packs, the real store. */
@Timeout(120)
class PackUpkeepTest {
  @TempDir static Path shared;
  private static RealGit.Commits commits;

  @TempDir Path temporary;
  private RealGit git;
  private HuntBench bench;
  private HuntBench.Repo repo;

  @BeforeAll
  static void makeCommits() throws IOException {
    commits = RealGit.Commits.make(shared.resolve("scratch"));
  }

  @BeforeEach
  void open() {
    git = new RealGit(temporary.resolve("git"), commits, FailPoints.NONE);
    bench =
        new HuntBench(
            temporary.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, FailPoints.NONE);
    repo = bench.repo("repo");
  }

  @AfterEach
  void close() {
    bench.close();
    git.close();
  }

  /** Nothing of the repository is left but its packs. */
  private void forget() {
    List<Event> events =
        bench.host.family(repo.identifier).basis().keySet().stream()
            .flatMap(id -> bench.store.served(id).stream())
            .toList();
    RepoWords.now(
        bench.store.write(tx -> {
          events.forEach(event -> tx.remove(event.id(), Removal.BANNED, 1));
          tx.putRefs(repo.of(ALICE), Refs.NONE);
          return true;
        }));
  }

  private CompletableFuture<Void> prune() {
    return bench.host.upkeep().prune(repo.identifier).toCompletableFuture();
  }

  private List<String> packs() {
    return git.files().stream().filter(file -> file.endsWith(".pack")).toList();
  }

  private List<String> problems() throws IOException {
    close();
    List<String> problems =
        Doctor.problems(
            temporary.resolve("relay"),
            temporary.resolve("git"),
            HuntBench.RULES,
            Maintainers.Mode.RECIPROCAL);
    open();
    return problems;
  }

  @Test
  void familyWithoutRootsLosesItsPacksAndItsDirectory() throws Exception {
    repo.hosted(ALICE);
    forget();
    prune().get(20, TimeUnit.SECONDS);
    assertThat(bench.store.packs()).isEmpty();
    assertThat(new Layout(temporary.resolve("git")).family(repo.identifier)).doesNotExist();
    assertThat(git.files()).containsExactly("removals.lock");
    assertThat(bench.host.room(repo.of(ALICE))).allMatch(level -> level.usedBytes() == 0);
    assertThat(problems()).isEmpty();
    repo.hosted(BOB);
    assertThat(repo.refs(BOB)).isEqualTo("main=1");
  }

  @Test
  void packsThatAreReadStayUntilTheReaderIsDoneAndNobodyElseFindsThem() throws Exception {
    repo.hosted(ALICE);
    forget();
    CompletableFuture<Void> pruned;
    try (ObjectStores.Lease reader = git.stores().lease(repo.identifier)) {
      pruned = prune();
      bench.await(() -> bench.store.packs().isEmpty());
      bench.await(() -> git.objects().of(repo.identifier).kindOf(git.oid(1)).isEmpty());
      assertThat(packs()).hasSize(1);
      assertThat(reader.directory().has(ObjectId.fromString(git.oid(1).hex()))).isTrue();
      assertThat(pruned).isNotDone();
    }
    pruned.get(20, TimeUnit.SECONDS);
    assertThat(packs()).isEmpty();
  }

  @Test
  void packsStayWhileABackupIsMade() throws Exception {
    repo.hosted(ALICE);
    forget();
    Path lockFile = new Layout(temporary.resolve("git")).removals();
    CompletableFuture<Void> pruned;
    try (FileChannel file =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      pruned = prune();
      bench.await(() -> bench.store.packs().isEmpty());
      assertThat(packs()).hasSize(1);
    }
    pruned.get(20, TimeUnit.SECONDS);
    assertThat(packs()).isEmpty();
  }

  @Test
  void nextStartRemovesWhatWasReplaced() throws Exception {
    repo.hosted(ALICE);
    forget();
    ObjectStores.Lease reader = git.stores().lease(repo.identifier);
    CompletableFuture<Void> pruned = prune();
    bench.await(() -> bench.store.packs().isEmpty());
    assertThat(pruned).isNotDone();
    close();
    open();
    assertThat(git.files()).isEmpty();
    reader.close();
    assertThat(problems()).isEmpty();
  }
}
