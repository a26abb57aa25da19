package dev.graspd.server.family.packs;

import static dev.graspd.server.hosting.HuntFixture.HELD;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.store.PackRecord;
import dev.graspd.server.app.command.Doctor;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.AllRows;
import dev.graspd.server.hosting.HuntFixture;
import dev.graspd.server.hosting.RepoWords;
import dev.graspd.testkit.EventBuilder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Git data that a disk has lost: real packs, the real store, one server after the other. */
@Timeout(300)
class ObjectRepairTest {
  /** Damage to a pack while no server runs. */
  enum Damage {
    PACK_GONE {
      @Override
      void strike(Path pack, Path index) throws IOException {
        Files.delete(pack);
      }
    },
    INDEX_GONE {
      @Override
      void strike(Path pack, Path index) throws IOException {
        Files.delete(index);
      }
    },
    BOTH_GONE {
      @Override
      void strike(Path pack, Path index) throws IOException {
        Files.delete(pack);
        Files.delete(index);
      }
    },
    PACK_CUT {
      @Override
      void strike(Path pack, Path index) throws IOException {
        cut(pack);
      }
    },
    INDEX_CUT {
      @Override
      void strike(Path pack, Path index) throws IOException {
        cut(index);
      }
    },
    PACK_EMPTY {
      @Override
      void strike(Path pack, Path index) throws IOException {
        change(pack, file -> file.setLength(0));
      }
    },
    /** Only a check of every byte notices. */
    BYTE_IN_THE_PACK {
      @Override
      void strike(Path pack, Path index) throws IOException {
        flip(pack);
      }
    },
    BYTE_IN_THE_INDEX {
      @Override
      void strike(Path pack, Path index) throws IOException {
        flip(index);
      }
    };

    abstract void strike(Path pack, Path index) throws IOException;
  }

  private interface Change {
    void make(RandomAccessFile file) throws IOException;
  }

  private static void change(Path path, Change change) throws IOException {
    boolean _ = path.toFile().setWritable(true);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      change.make(file);
    }
  }

  private static void cut(Path path) throws IOException {
    change(path, file -> file.setLength(file.length() / 2));
  }

  private static void flip(Path path) throws IOException {
    change(
        path,
        file -> {
          file.seek(file.length() / 2);
          int value = file.read();
          file.seek(file.length() / 2);
          file.write(value ^ 1);
        });
  }

  @TempDir static Path shared;
  private static RealGit.Commits commits;

  @TempDir Path temporary;
  private RealGit git;
  private HuntFixture bench;
  private HuntFixture.Repo repo;
  private Quota quota = Quota.UNLIMITED;
  private Optional<IntegrityCheck> check = Optional.empty();

  @BeforeAll
  static void makeCommits() throws IOException {
    commits = RealGit.Commits.make(shared.resolve("scratch"));
  }

  @BeforeEach
  void open() {
    git = new RealGit(temporary.resolve("git"), commits, FailPoints.NONE);
    bench =
        new HuntFixture(
            temporary.resolve("relay"), git, Maintainers.Mode.RECIPROCAL, FailPoints.NONE, quota);
    repo = bench.repo("repo");
  }

  @AfterEach
  void close() {
    check.ifPresent(IntegrityCheck::close);
    bench.close();
    git.close();
  }

  /** Damages packs between two runs of the server; the next one checks them. */
  private void startAfter(Damage damage, List<PackRecord> packs) {
    close();
    damage(damage, packs);
    open();
    check = Optional.of(bench.host.packs().startCheck());
  }

  private void damage(Damage damage, List<PackRecord> packs) {
    Path directory = new Layout(temporary.resolve("git")).packs(repo.identifier);
    for (PackRecord pack : packs) {
      try {
        damage.strike(
            directory.resolve(pack.name() + ".pack"), directory.resolve(pack.name() + ".idx"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void awaitHeard(String words) {
    bench.await(() -> bench.heard.contains(words));
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

  @ParameterizedTest
  @EnumSource
  void whatIsLostIsSoughtAndItsReturnMakesTheRepositoryWhole(Damage damage) throws IOException {
    repo.hosted(ALICE);
    startAfter(damage, AllRows.packs(bench.store.repositories()));
    awaitHeard("repo waits RESTORED");
    assertThat(repo.wanted()).isEqualTo(repo.oids(1));
    assertThat(repo.refs(ALICE)).isEqualTo("main=1");
    assertThat(bench.host.hunting().waiting()).containsExactly(repo.identifier);
    assertThat(bench.host.hunting().haves(repo.identifier).tips()).isEmpty();
    assertThat(bench.host.status().stats().damaged()).isEqualTo(1);

    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(bench.heard).endsWith("repo settled");
    assertThat(repo.wanted()).isEmpty();
    assertThat(AllRows.packs(bench.store.repositories()))
        .singleElement()
        .extracting(pack -> pack.shares().firstKey())
        .isEqualTo(ALICE.publicKey());
    bench.await(() -> packs().size() == 1);
    assertThat(bench.host.status().stats().damaged()).isZero();
    assertThat(problems()).isEmpty();
  }

  private List<String> packs() {
    return git.files().stream().filter(file -> file.endsWith(".pack")).toList();
  }

  /** A damaged pack that can be read, and another one that completes the family. */
  private void mendedBesideADamagedPack() {
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(bench.host.status().stats().damaged()).isZero();
    assertThat(AllRows.packs(bench.store.repositories())).hasSize(1);
    assertThat(packs()).hasSize(2);
  }

  @Test
  void damagedPackStaysUntilItsReaderIsDone() {
    repo.hosted(ALICE);
    startAfter(Damage.BYTE_IN_THE_PACK, AllRows.packs(bench.store.repositories()));
    awaitHeard("repo waits RESTORED");
    try (ObjectStores.Lease _ = git.stores().lease(repo.identifier)) {
      mendedBesideADamagedPack();
    }
    bench.await(() -> packs().size() == 1);
  }

  @Test
  void damagedPackStaysWhileABackupIsMade() throws IOException {
    repo.hosted(ALICE);
    startAfter(Damage.BYTE_IN_THE_PACK, AllRows.packs(bench.store.repositories()));
    awaitHeard("repo waits RESTORED");
    Path lockFile = new Layout(temporary.resolve("git")).removals();
    try (FileChannel file =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      mendedBesideADamagedPack();
    }
    bench.await(() -> packs().size() == 1);
  }

  @Test
  void nextStartRemovesADamagedPackThatWasStillRead() throws IOException {
    repo.hosted(ALICE);
    startAfter(Damage.BYTE_IN_THE_PACK, AllRows.packs(bench.store.repositories()));
    awaitHeard("repo waits RESTORED");
    ObjectStores.Lease reader = git.stores().lease(repo.identifier);
    mendedBesideADamagedPack();
    close();
    reader.close();
    open();
    assertThat(packs()).hasSize(1);
    assertThat(problems()).isEmpty();
  }

  /** A family that has only a pull request for a repository elsewhere. */
  @Test
  void lostCommitOfASubmissionIsSoughtWhereItsEventSays() throws IOException {
    Event request =
        EventBuilder.kind(1618)
            .tag("a", repo.of(ALICE).toString())
            .tag("c", git.oid(4).hex())
            .tag(
                "clone",
                "https://git.example.org/prs/" + Bech32.npub(BOB.publicKey()) + "/repo.git",
                "https://mirror.example.com/repo.git")
            .unsignedBy(BOB);
    assertThat(bench.send(request)).startsWith(HELD);
    assertThat(repo.land(4)).isEqualTo("joined");
    startAfter(Damage.BOTH_GONE, AllRows.packs(bench.store.repositories()));
    awaitHeard("repo waits RESTORED");
    assertThat(bench.host.hunting().missingData(repo.identifier).places())
        .isEqualTo(
            Map.of(
                CloneUrl.parse("https://mirror.example.com/repo.git").orElseThrow(), repo.oids(4)));

    assertThat(repo.land(4)).isEqualTo("joined");
    assertThat(bench.heard).endsWith("repo settled");
    assertThat(bench.host.status().stats().damaged()).isZero();
    assertThat(AllRows.packs(bench.store.repositories()))
        .singleElement()
        .extracting(pack -> pack.shares().firstKey())
        .isEqualTo(BOB.publicKey());
    assertThat(problems()).isEmpty();
  }

  @Test
  void onlyWhatIsLostIsSoughtAndTheRestIsSaidToBeHere() {
    repo.hosted(ALICE);
    List<PackRecord> first = AllRows.packs(bench.store.repositories());
    bench.send(repo.state(ALICE, 1, "main=1 dev=2"));
    assertThat(repo.land(2)).isEqualTo("joined");
    startAfter(Damage.PACK_GONE, first);
    awaitHeard("repo waits RESTORED");
    assertThat(repo.wanted()).isEqualTo(repo.oids(1));
    assertThat(bench.host.hunting().haves(repo.identifier).tips()).isEqualTo(repo.oids(2));
  }

  @Test
  void packThatNothingNeedsIsForgottenWithoutAHunt() throws IOException {
    repo.hosted(ALICE);
    List<PackRecord> first = AllRows.packs(bench.store.repositories());
    bench.send(repo.state(ALICE, 1, "main=1 dev=2"));
    assertThat(repo.land(1, 2)).isEqualTo("joined");
    startAfter(Damage.PACK_CUT, first);
    bench.await(() -> AllRows.packs(bench.store.repositories()).size() == 1);
    assertThat(bench.heard).noneMatch(words -> words.startsWith("repo waits"));
    assertThat(problems()).isEmpty();
  }

  @Test
  void whatMendsNothingLeavesNoByte() {
    repo.hosted(ALICE);
    startAfter(Damage.BOTH_GONE, AllRows.packs(bench.store.repositories()));
    awaitHeard("repo waits RESTORED");
    List<String> before = git.files();
    assertThat(repo.land(3)).isEqualTo("not wanted");
    assertThat(git.files()).isEqualTo(before);
    assertThat(repo.wanted()).isEqualTo(repo.oids(1));
  }

  @Test
  void eventThatIsReleasedMeanwhileDoesNotEndTheHuntForWhatIsLost() {
    repo.hosted(ALICE);
    startAfter(Damage.PACK_GONE, AllRows.packs(bench.store.repositories()));
    awaitHeard("repo waits RESTORED");
    Event request = repo.pullRequest(BOB, 4, ALICE);
    assertThat(bench.send(request)).startsWith(HELD);
    assertThat(repo.wanted()).isEqualTo(repo.oids(1, 4));
    assertThat(repo.land(4)).isEqualTo("joined");
    assertThat(bench.isServed(request)).isTrue();
    assertThat(bench.heard).doesNotContain("repo settled");
    assertThat(repo.wanted()).isEqualTo(repo.oids(1));
    assertThat(repo.refs(ALICE)).isEqualTo("main=1 PR=4");
  }

  @Test
  void whatMendsTakesTheRoomOfWhatWasLost() {
    repo.hosted(ALICE);
    List<PackRecord> packs = AllRows.packs(bench.store.repositories());
    quota = new Quota(packs.getFirst().bytes(), packs.getFirst().bytes());
    startAfter(Damage.PACK_CUT, packs);
    awaitHeard("repo waits RESTORED");
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(bench.host.status().stats().damaged()).isZero();
  }

  @Test
  void lossRestsAfterAWhileUntilACloneUrlShowsIt() {
    repo.hosted(ALICE);
    startAfter(Damage.PACK_GONE, AllRows.packs(bench.store.repositories()));
    awaitHeard("repo waits RESTORED");
    bench.await(check.orElseThrow()::isOver);
    bench.pass(ObjectRepair.HUNTED.plus(Duration.ofSeconds(1)));
    assertThat(repo.wanted()).isEmpty();
    assertThat(bench.heard).endsWith("repo settled");
    assertThat(bench.host.hunting().waiting()).isEmpty();

    bench.heard.clear();
    RepoWords.now(bench.host.hunting().revive(repo.identifier, repo.oids(2)));
    assertThat(bench.heard).isEmpty();
    RepoWords.now(bench.host.hunting().revive(repo.identifier, repo.oids(1, 2)));
    assertThat(bench.heard).containsExactly("repo waits RESTORED");
    assertThat(repo.wanted()).isEqualTo(repo.oids(1));
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(bench.host.status().stats().damaged()).isZero();
  }

  /** Without a check: what an earlier run has found is in the store. */
  @Test
  void restartKnowsWhatIsLostAndThatItTakesNoRoom() {
    repo.hosted(ALICE);
    List<PackRecord> packs = AllRows.packs(bench.store.repositories());
    quota = new Quota(packs.getFirst().bytes(), packs.getFirst().bytes());
    startAfter(Damage.PACK_CUT, packs);
    awaitHeard("repo waits RESTORED");
    bench.pass(Duration.ofMinutes(10));
    close();
    check = Optional.empty();
    open();
    assertThat(bench.host.status().stats().damaged()).isEqualTo(1);
    assertThat(bench.host.hunting().waiting()).containsExactly(repo.identifier);
    assertThat(repo.wanted()).isEqualTo(repo.oids(1));
    assertThat(bench.host.hunting().haves(repo.identifier).tips()).isEmpty();
    assertThat(repo.land(1)).isEqualTo("joined");
    assertThat(bench.host.status().stats().damaged()).isZero();
  }

  @Test
  void nextStartHuntsAgainForWhatIsStillLost() {
    repo.hosted(ALICE);
    startAfter(Damage.PACK_GONE, AllRows.packs(bench.store.repositories()));
    awaitHeard("repo waits RESTORED");
    bench.await(check.orElseThrow()::isOver);
    bench.pass(ObjectRepair.HUNTED.plus(Duration.ofSeconds(1)));
    assertThat(repo.wanted()).isEmpty();
    startAfter(Damage.PACK_GONE, List.of());
    awaitHeard("repo waits RESTORED");
    assertThat(repo.wanted()).isEqualTo(repo.oids(1));
  }

  @Test
  void filesThatTheOperatorBringsBackEndTheLoss() throws IOException {
    repo.hosted(ALICE);
    List<PackRecord> packs = AllRows.packs(bench.store.repositories());
    Path pack =
        new Layout(temporary.resolve("git"))
            .packs(repo.identifier)
            .resolve(packs.getFirst().name() + ".pack");
    byte[] bytes = Files.readAllBytes(pack);
    startAfter(Damage.BYTE_IN_THE_PACK, packs);
    awaitHeard("repo waits RESTORED");
    close();
    Files.write(pack, bytes);
    open();
    check = Optional.of(bench.host.packs().startCheck());
    awaitHeard("repo settled");
    assertThat(bench.host.status().stats().damaged()).isZero();
    assertThat(AllRows.packs(bench.store.repositories())).isEqualTo(packs);
    assertThat(problems()).isEmpty();
  }

  @Test
  void soundFamilyIsLeftAsItIs() throws IOException {
    repo.hosted(ALICE);
    List<String> before = git.files();
    check = Optional.of(bench.host.packs().startCheck());
    bench.await(check.orElseThrow()::isOver);
    assertThat(git.files()).isEqualTo(before);
    assertThat(bench.heard).doesNotContain("repo waits RESTORED");
    assertThat(bench.host.status().stats().damaged()).isZero();
    assertThat(problems()).isEmpty();
  }
}
