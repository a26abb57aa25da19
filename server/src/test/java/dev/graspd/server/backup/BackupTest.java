package dev.graspd.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.Placeholder;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.store.StoreReport;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backups of data that no server is writing to; the store and git's files are real. */
class BackupTest {
  private static final Identifier FAMILY = new Identifier("project");
  private static final String ONE = "pack-" + "1".repeat(40);
  private static final String TWO = "pack-" + "2".repeat(40);
  private static final String SHELF = "01234567-89ab-cdef-0123-456789abcdef";
  private static final Instant MONDAY = Instant.parse("2026-01-05T03:00:00Z");
  private static final Instant TUESDAY = Instant.parse("2026-01-06T03:00:00Z");

  @TempDir Path temp;
  private Path relay;
  private Path git;
  private Layout layout;
  private BackupDirectory directory;

  /** The process is killed here: none of our code runs after this. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @BeforeEach
  void fill() throws IOException {
    relay = temp.resolve("relay");
    git = Files.createDirectories(temp.resolve("git"));
    layout = new Layout(git);
    directory = new BackupDirectory(Files.createDirectories(temp.resolve("backup")));
    write(tx -> tx.append(note("first"), 0));
    pack(ONE);
    Path key = relay.resolve("relay-owner.nsec");
    Files.writeString(key, "secret\n");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
  }

  private static Event note(String text) {
    return EventBuilder.note(text).unsignedBy(TestKeys.ALICE);
  }

  private void write(Consumer<StoreTransaction> work) {
    try (Store store = Stores.open(relay)) {
      store
          .write(tx -> {
            work.accept(tx);
            return true;
          })
          .toCompletableFuture()
          .join();
    }
  }

  private void pack(String name) throws IOException {
    Path packs = Files.createDirectories(layout.packs(FAMILY));
    long bytes = gitFile(packs.resolve(name + ".pack"), name);
    gitFile(packs.resolve(name + ".idx"), "index of " + name);
    write(tx ->
        tx.repositories().putPack(new PackRecord(FAMILY, name, TestKeys.ALICE.publicKey(), bytes)));
  }

  private void shelve() throws IOException {
    Path packs = Files.createDirectories(GitFiles.shelfPacks(layout, SHELF));
    gitFile(packs.resolve(TWO + ".pack"), "on a shelf");
    gitFile(packs.resolve(TWO + ".idx"), "index on a shelf");
    Placeholder placeholder =
        new Placeholder(
            EventId.parse("ab".repeat(32)),
            new RepoAddress(TestKeys.ALICE.publicKey(), FAMILY),
            Oid.parse("cd".repeat(20)).orElseThrow(),
            SHELF,
            "",
            10,
            1_000);
    write(tx -> tx.repositories().putPlaceholder(placeholder));
  }

  /** Ends with its own checksum, as all of git's do. */
  private static long gitFile(Path file, String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    try {
      byte[] sum = MessageDigest.getInstance("SHA-1").digest(content);
      byte[] whole = new byte[content.length + sum.length];
      System.arraycopy(content, 0, whole, 0, content.length);
      System.arraycopy(sum, 0, whole, content.length, sum.length);
      Files.write(file, whole);
      return whole.length;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private Backup.Report backup(Instant now) throws IOException, StartRefused {
    return backup(now, _ -> {});
  }

  private Backup.Report backup(Instant now, Consumer<Backup.Step> steps)
      throws IOException, StartRefused {
    return new Backup(source("aa".repeat(32)), directory, now, steps).run();
  }

  private Backup.Source source(String server) {
    return new Backup.Source(Stores.ENGINE, relay, git, Optional.of(server), "test");
  }

  /** Checks everything in the directory; returns the number of events that a restore brings. */
  private long restored(String name) throws IOException, StartRefused {
    Path target = Files.createDirectories(temp.resolve(name));
    Path targetRelay = Files.createDirectories(target.resolve("relay"));
    Path targetGit = Files.createDirectories(target.resolve("git"));
    Manifest manifest = directory.manifest().orElseThrow();
    assertThat(Restore.copy(Stores.ENGINE, directory, manifest, targetRelay, targetGit)).isEmpty();
    StoreReport report = Stores.check(targetRelay);
    assertThat(report.problems()).isEmpty();
    return report.servedEvents();
  }

  private static SortedMap<String, Long> files(Path root) throws IOException {
    SortedMap<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sizes.put(root.relativize(file).toString(), Files.size(file));
      }
    }
    return sizes;
  }

  @Test
  void allDataComesBackAndTheKeyForItsOwnerOnly() throws IOException, StartRefused {
    shelve();
    Backup.Report report = backup(MONDAY);
    assertThat(report.problems()).isEmpty();
    assertThat(report.manifest().figures().servedEvents()).isOne();
    assertThat(report.manifest().figures().packs()).isOne();
    assertThat(report.manifest().figures().shelves()).isOne();
    assertThat(restored("again")).isOne();
    Path key = temp.resolve("again/relay/relay-owner.nsec");
    assertThat(key).hasContent("secret");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    SortedMap<String, Long> original = files(git);
    original.remove("removals.lock");
    assertThat(files(temp.resolve("again/git"))).isEqualTo(original).hasSize(4);
  }

  @Test
  void theNextBackupBringsOnlyWhatIsNewAndRemovesWhatIsGone() throws IOException, StartRefused {
    assertThat(backup(MONDAY).newFiles()).isEqualTo(2);
    pack(TWO);
    write(tx -> {
      tx.append(note("second"), 0);
      tx.repositories().removePack(FAMILY, ONE);
    });
    Backup.Report second = backup(TUESDAY);
    assertThat(second.newFiles()).isEqualTo(2);
    assertThat(second.removedPacks()).isOne();
    assertThat(restored("again")).isEqualTo(2);
    assertThat(files(directory.root()).keySet())
        .noneMatch(name -> name.contains(ONE) || name.contains("20260105"));
    assertThat(backup(TUESDAY).newFiles()).as("nothing happened since").isZero();
  }

  @ParameterizedTest
  @EnumSource
  void killedAnywhereItLeavesAWholeBackup(Backup.Step place) throws IOException, StartRefused {
    backup(MONDAY);
    write(tx -> {
      tx.append(note("second"), 0);
      tx.repositories().removePack(FAMILY, ONE);
    });
    pack(TWO);
    assertThatThrownBy(() -> backup(TUESDAY, step -> killAt(place, step)))
        .isInstanceOf(Killed.class);
    assertThat(restored("after")).isEqualTo(place == Backup.Step.SWITCHED ? 2 : 1);
    assertThat(backup(TUESDAY).problems()).isEmpty();
    assertThat(restored("in the end")).isEqualTo(2);
    assertThat(files(directory.root()).keySet())
        .as("nothing is left of the first, nor of the interrupted one")
        .hasSize(5)
        .noneMatch(name -> name.contains(".part") || name.contains(ONE));
  }

  private static void killAt(Backup.Step place, Backup.Step step) {
    if (step == place) {
      throw new Killed();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "SWITCHED", mode = EnumSource.Mode.EXCLUDE)
  void aFirstBackupThatIsKilledIsNoBackup(Backup.Step place) throws StartRefused {
    assertThatThrownBy(() -> backup(MONDAY, step -> killAt(place, step)))
        .isInstanceOf(Killed.class);
    assertThat(directory.manifest()).isEmpty();
  }

  @Test
  void whatWaitsAndGoesWhileTheStoreIsCopiedIsThere() throws IOException, StartRefused {
    shelve();
    Backup.Report report =
        backup(
            MONDAY,
            step -> {
              if (step == Backup.Step.STORE_COPIED) {
                deleteShelf();
              }
            });
    assertThat(report.problems()).isEmpty();
    assertThat(GitFiles.shelfPacks(directory.git(), SHELF).resolve(TWO + ".pack")).exists();
  }

  private void deleteShelf() {
    try (Stream<Path> files = Files.walk(GitFiles.shelfPacks(layout, SHELF))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatTheStoreNamesAndTheDiskHasLostIsNamed() throws IOException, StartRefused {
    Files.delete(layout.packs(FAMILY).resolve(ONE + ".idx"));
    assertThat(backup(MONDAY).problems()).containsExactly(ONE + ".idx of project is not there");
    Path target = Files.createDirectories(temp.resolve("target"));
    assertThat(
            Restore.copy(
                Stores.ENGINE, directory, directory.manifest().orElseThrow(), target, target))
        .containsExactly(ONE + ".idx of project is not there");
  }

  @Test
  void damageOfTheBackupIsNoticedWhenItIsCopiedBack() throws IOException, StartRefused {
    Manifest manifest = backup(MONDAY).manifest();
    Path pack = directory.git().packs(FAMILY).resolve(ONE + ".pack");
    Files.delete(pack);
    Files.writeString(pack, "x".repeat(100));
    Path store = directory.snapshot(manifest).resolve("data.mdb");
    String bytes = Files.readString(store, StandardCharsets.ISO_8859_1);
    Files.writeString(store, bytes.replace("first", "worst"), StandardCharsets.ISO_8859_1);
    Path target = Files.createDirectories(temp.resolve("target"));
    assertThat(Restore.copy(Stores.ENGINE, directory, manifest, target, target))
        .containsExactly(
            ONE + ".pack of project is damaged: its checksum does not fit",
            "the copy of the store is damaged: its checksum does not fit");
  }

  @Test
  void theBackupOfAnotherServerIsNotOverwritten() throws IOException, StartRefused {
    backup(MONDAY);
    assertThatThrownBy(() -> Backup.make(source("bb".repeat(32)), directory, TUESDAY))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("the backup of another server, whose key is " + "aa".repeat(32));
    assertThat(directory.manifest().orElseThrow().made()).isEqualTo(MONDAY);
  }

  @Test
  void onAnotherFileSystemFilesAreCopiedOnce() throws IOException, StartRefused {
    Path memory = Path.of("/dev/shm");
    assumeTrue(Files.isWritable(memory), "a second file system");
    Path root = Files.createTempDirectory(memory, "graspd-backup");
    try {
      directory = new BackupDirectory(root);
      Backup.Report first = backup(MONDAY);
      assertThat(first.copiedBytes()).isEqualTo(first.newBytes()).isPositive();
      assertThat(backup(TUESDAY).copiedBytes()).isZero();
      assertThat(restored("again")).isOne();
    } finally {
      try (Stream<Path> files = Files.walk(root)) {
        List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
        for (Path file : all) {
          Files.delete(file);
        }
      }
    }
  }
}
