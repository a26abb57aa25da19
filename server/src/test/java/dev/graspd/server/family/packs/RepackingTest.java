package dev.graspd.server.family.packs;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Removal;
import dev.graspd.core.upkeep.Task;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.hunt.LandingOutcome;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.AllRows;
import dev.graspd.server.hosting.HuntFixture;
import dev.graspd.server.hosting.RepoWords;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Repacking and removal: real packs, the real store. */
@Timeout(120)
class RepackingTest {
  @TempDir static Path shared;
  private static RealGit.Commits commits;

  @TempDir Path temporary;
  private RealGit git;
  private HuntFixture bench;
  private HuntFixture.Repo repo;

  @BeforeAll
  static void makeCommits() throws IOException {
    commits = RealGit.Commits.make(shared.resolve("scratch"));
  }

  @BeforeEach
  void open() {
    git = new RealGit(temporary.resolve("git"), commits, FailPoints.NONE);
    bench =
        new HuntFixture(
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
        bench.host.status().family(repo.identifier).basis().keySet().stream()
            .flatMap(id -> bench.store.served(id).stream())
            .toList();
    RepoWords.now(
        bench.store.write(tx -> {
          events.forEach(event -> tx.remove(event.id(), Removal.BANNED, 1));
          tx.repositories().putRefs(repo.of(ALICE), Refs.NONE);
          return true;
        }));
  }

  private CompletableFuture<Void> prune() {
    return bench.host.repacking().prune(repo.identifier).toCompletableFuture();
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
            HuntFixture.RULES,
            Maintainers.Mode.RECIPROCAL);
    open();
    return problems;
  }

  @Test
  void familyWithoutRootsLosesItsPacksAndItsDirectory() throws Exception {
    repo.hosted(ALICE);
    forget();
    prune().get(20, TimeUnit.SECONDS);
    assertThat(AllRows.packs(bench.store.repositories())).isEmpty();
    assertThat(new Layout(temporary.resolve("git")).family(repo.identifier)).doesNotExist();
    assertThat(git.files()).containsExactly("removals.lock");
    assertThat(bench.host.status().room(repo.of(ALICE))).allMatch(level -> level.usedBytes() == 0);
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
      bench.await(() -> AllRows.packs(bench.store.repositories()).isEmpty());
      bench.await(() -> git.objects().of(repo.identifier).kindOf(git.oid(1)).isEmpty());
      assertThat(packs()).hasSize(1);
      assertThat(reader.directory().has(ObjectId.fromString(git.oid(1).hex()))).isTrue();
      assertThat(pruned).isNotDone();
    }
    pruned.get(20, TimeUnit.SECONDS);
    assertThat(packs()).isEmpty();
  }

  /** A start prunes, and continues erasures, which prune, too. */
  @Test
  void whatAnotherPruneHasTakenIsNoFault() throws Exception {
    repo.hosted(ALICE);
    forget();
    git.beforeNextWrite(() -> prune().orTimeout(20, TimeUnit.SECONDS).join());
    prune().get(20, TimeUnit.SECONDS);
    assertThat(packs()).isEmpty();
    assertThat(AllRows.packs(bench.store.repositories())).isEmpty();
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
      bench.await(() -> AllRows.packs(bench.store.repositories()).isEmpty());
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
    bench.await(() -> AllRows.packs(bench.store.repositories()).isEmpty());
    assertThat(pruned).isNotDone();
    close();
    open();
    assertThat(git.files()).isEmpty();
    reader.close();
    assertThat(problems()).isEmpty();
  }

  // ---- repacking

  private static final Task WHOLE = new Task.Whole(true);

  private Repacking.Outcome perform(Task task, long keptSinceSeconds) {
    return bench.host.repacking().perform(repo.identifier, task, keptSinceSeconds);
  }

  private boolean isHere(int number) {
    return git.objects().of(repo.identifier).kindOf(git.oid(number)).isPresent();
  }

  /** Main at 1, then at 2, so that nothing needs 1; and Bob's repository of the same name. */
  private void movedOn() {
    repo.hosted(ALICE);
    assertThat(bench.send(repo.state(ALICE, 1, "main=2"))).isEqualTo(HELD);
    assertThat(repo.push(ALICE, "main=2", 2)).isEqualTo("ok");
    assertThat(bench.send(repo.announcement(BOB, 0))).isEqualTo(HELD);
    assertThat(bench.send(repo.state(BOB, 0, "main=3"))).isEqualTo(HELD);
    assertThat(repo.push(BOB, "main=3", 3)).isEqualTo("ok");
  }

  @Test
  void packsBecomeOneThatCountsForThoseWhoHadThem() throws IOException {
    movedOn();
    assertThat(AllRows.packs(bench.store.repositories())).hasSize(3);
    assertThat(perform(WHOLE, Long.MAX_VALUE)).isInstanceOf(Repacking.Outcome.Done.class);
    bench.await(() -> packs().size() == 1);
    PackRecord pack = AllRows.packs(bench.store.repositories()).getFirst();
    assertThat(pack.shares()).containsOnlyKeys(ALICE.publicKey(), BOB.publicKey());
    assertThat(pack.bytes()).isEqualTo(git.packBytes());
    assertThat(bench.host.status().room(repo.of(BOB)).getFirst().usedBytes())
        .isEqualTo(pack.shares().get(BOB.publicKey()));
    assertThat(isHere(1)).isFalse();
    assertThat(isHere(2)).isTrue();
    assertThat(isHere(3)).isTrue();
    repo.assertSettled("rewritten");
    assertThat(problems()).isEmpty();
    assertThat(repo.refs(BOB)).isEqualTo("main=3");
  }

  @Test
  void whatNothingNeedsStaysWhileItIsYoung() throws IOException {
    movedOn();
    assertThat(perform(WHOLE, 0)).isInstanceOf(Repacking.Outcome.Done.class);
    bench.await(() -> packs().size() == 2);
    assertThat(isHere(1)).isTrue();
    assertThat(problems()).isEmpty();
    assertThat(perform(WHOLE, Long.MAX_VALUE)).isInstanceOf(Repacking.Outcome.Done.class);
    bench.await(() -> packs().size() == 1);
    assertThat(isHere(1)).isFalse();
  }

  @Test
  void pruneRemovesWhatIsYoungToo() throws Exception {
    movedOn();
    prune().get(20, TimeUnit.SECONDS);
    assertThat(isHere(1)).isFalse();
    assertThat(packs()).hasSize(1);
    assertThat(problems()).isEmpty();
  }

  @Test
  void packsThatAreJoinedLoseNothing() throws IOException {
    movedOn();
    List<String> names =
        AllRows.packs(bench.store.repositories()).stream().map(PackRecord::name).toList();
    assertThat(perform(new Task.Join(new TreeSet<>(names.subList(0, 2))), Long.MAX_VALUE))
        .isInstanceOf(Repacking.Outcome.Done.class);
    bench.await(() -> packs().size() == 2);
    assertThat(List.of(isHere(1), isHere(2), isHere(3))).containsOnly(true);
    assertThat(problems()).isEmpty();
  }

  @Test
  void whatWasBroughtBeforeLandsAfterwards() {
    repo.hosted(ALICE);
    assertThat(bench.send(repo.state(ALICE, 1, "main=2"))).isEqualTo(HELD);
    PackDelivery brought = git.bring(repo.identifier, 2);
    assertThat(perform(WHOLE, Long.MAX_VALUE)).isInstanceOf(Repacking.Outcome.Done.class);
    assertThat(RepoWords.now(bench.host.hunting().land(brought)))
        .isInstanceOf(LandingOutcome.Joined.class);
    assertThat(repo.refs(ALICE)).isEqualTo("main=2");
  }

  @Test
  void packThatIsReplacedWhileItIsCheckedIsNoLoss() throws Exception {
    movedOn();
    List<PackRecord> before = AllRows.packs(bench.store.repositories());
    assertThat(perform(WHOLE, Long.MAX_VALUE)).isInstanceOf(Repacking.Outcome.Done.class);
    bench.await(() -> packs().size() == 1);
    bench.host.packs().check(repo.identifier, before);
    assertThat(bench.host.status().stats().damaged()).isZero();
    assertThat(AllRows.packs(bench.store.repositories())).hasSize(1);
    assertThat(problems()).isEmpty();
  }
}
