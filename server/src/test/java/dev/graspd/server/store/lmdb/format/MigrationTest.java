package dev.graspd.server.store.lmdb.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.store.format.FoundFormat;
import dev.graspd.core.store.format.FoundFormat.Stored;
import dev.graspd.core.store.format.StoreFormat;
import dev.graspd.server.app.server.FormatAtStart;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.store.StoreOpenException;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.server.store.lmdb.check.StoreChecker;
import dev.graspd.server.store.lmdb.table.FormatRows;
import dev.graspd.server.store.lmdb.table.StoreSettings;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.StoreDriver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Migrations of a store with an invented older layout, run to the end and killed on the way. */
class MigrationTest {
  private static final int EVENTS = 20;
  private static final Signer ALICE = Signer.named("alice");

  @TempDir private Path temp;
  private Path relay;
  private Path git;
  private Path copy;

  @BeforeEach
  void makeOldData() throws IOException {
    relay = Files.createDirectories(temp.resolve("relay"));
    git = Files.createDirectories(temp.resolve("git/families/ab"));
    Files.writeString(git.resolve("pack-1.pack"), "objects");
    git = temp.resolve("git");
    copy = relay.resolve("before-migration-from-format-1");
    try (LmdbEventStore store = TestStores.open(relay)) {
      new StoreDriver(store)
          .appendAll(
              IntStream.range(0, EVENTS)
                  .mapToObj(i -> EventBuilder.note("n" + i).tag("t", "topic" + i).unsignedBy(ALICE))
                  .toList());
    }
    Files.writeString(relay.resolve("relay-owner.nsec"), "secret");
    OlderLayouts.makeFormat1(relay, git);
  }

  private FormatAtStart start() {
    return MigratingProgram.start(relay, git, FailPoints.NONE);
  }

  private static FoundFormat format(int version) {
    return new Stored(version, Optional.empty(), Optional.empty());
  }

  private void assertMigrated() throws IOException {
    assertThat(FormatRows.in(relay)).isEqualTo(format(StoreFormat.CURRENT));
    assertThat(StoreChecker.check(relay).problems()).isEmpty();
    assertThat(StoreChecker.check(relay).servedEvents()).isEqualTo(EVENTS);
    assertThat(git.resolve("newname")).hasContent("a file of git");
    assertThat(git.resolve("oldname")).doesNotExist();
  }

  /** The program that wrote the data could start on it. */
  private void assertCopied() throws IOException {
    assertThat(FormatRows.in(copy.resolve("relay"))).isEqualTo(format(1));
    assertThat(copy.resolve("relay/relay-owner.nsec")).hasContent("secret");
    assertThat(copy.resolve("git/oldname")).hasContent("a file of git");
    assertThat(
            Files.isSameFile(
                copy.resolve("git/families/ab/pack-1.pack"),
                git.resolve("families/ab/pack-1.pack")))
        .as("a pack is linked")
        .isTrue();
    assertThat(copy.resolveSibling(copy.getFileName() + ".part")).doesNotExist();
  }

  @Test
  void olderDataIsMigratedThroughAllVersionsAfterACopy() throws Exception {
    start().prepare(true);
    assertMigrated();
    assertCopied();
    start().prepare(true);
    assertMigrated();
  }

  @ParameterizedTest
  @CsvSource({
    "migration-backed-up,0",
    "migration-begun,0",
    "migration-begun,1",
    "migration-before-write,0",
    "migration-before-write,1",
    "migration-before-write,4",
    "migration-written,0",
    "migration-written,3",
    "migration-done,0",
    "migration-done,1"
  })
  void killedMigrationGoesOn(String place, String passes) throws Exception {
    assertThat(FailPoints.MIGRATION).contains(place);
    assertThat(killedAt(place, passes)).isEqualTo(MigratingProgram.KILLED);
    if (FormatRows.in(relay) instanceof Stored(var version, _, var from)
        && (version != StoreFormat.CURRENT || from.isPresent())) {
      assertThatThrownBy(() -> TestStores.open(relay)).isInstanceOf(StoreOpenException.class);
    }
    start().prepare(true);
    assertMigrated();
    if (!place.equals(FailPoints.MIGRATION_DONE)) {
      assertCopied();
    }
  }

  private int killedAt(String place, String passes) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            MigratingProgram.class.getName(),
            relay.toString(),
            git.toString(),
            place,
            passes));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(temp.resolve("log").toFile())
        .start()
        .waitFor();
  }

  @Test
  void everyPieceLeavesALineOfProgress() {
    List<String> lines = new ArrayList<>();
    new EmbeddedEngine(OlderLayouts.MIGRATIONS).migrate(relay, git, FailPoints.NONE, lines::add);
    assertThat(lines)
        .startsWith(
            "migration from format 1 to 2 (name of a file) begins",
            "migration from format 1 to 2 (name of a file) is done",
            "migration from format 2 to 3 (index of tags) begins")
        .endsWith("migration from format 2 to 3 (index of tags) is done")
        .anyMatch(line -> line.matches("migration from format 2 to 3 .*: [0-9]+ %"));
  }

  @Test
  void withoutRoomForTheCopyNothingIsChanged() {
    assertThatThrownBy(() ->
            MigratingProgram.start(relay, git, "auto", Long.MAX_VALUE / 2, FailPoints.NONE)
                .prepare(true))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("Make room, name a directory with more, or set it to 'made'");
    assertThat(FormatRows.in(relay)).isEqualTo(format(1));
    assertThat(copy).doesNotExist();
  }

  @Test
  void copyGoesWhereTheOperatorWantsIt() throws Exception {
    Path elsewhere = temp.resolve("elsewhere");
    MigratingProgram.start(relay, git, elsewhere.toString(), 0, FailPoints.NONE).prepare(true);
    copy = elsewhere.resolve("before-migration-from-format-1");
    assertMigrated();
    assertCopied();
  }

  @Test
  void operatorWhoHasABackupNeedsNoCopy() throws Exception {
    MigratingProgram.start(relay, git, "made", Long.MAX_VALUE / 2, FailPoints.NONE).prepare(true);
    assertMigrated();
    assertThat(copy).doesNotExist();
  }

  @Test
  void readOnlyServerDoesNotMigrate() {
    assertThatThrownBy(() -> start().prepare(false))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("start once without NGIT_READ_ONLY");
    assertThat(FormatRows.in(relay)).isEqualTo(format(1));
  }

  @Test
  void newerDataIsRefusedAndLeftAlone() throws IOException {
    try (var env = FormatRows.open(relay, StoreSettings.withReserve(0));
        var txn = env.txnWrite()) {
      FormatRows.begin(env, txn, StoreFormat.CURRENT);
      FormatRows.end(env, txn);
      txn.commit();
    }
    byte[] before = Files.readAllBytes(relay.resolve("data.mdb"));
    assertThatThrownBy(() -> start().prepare(true))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("has format 4, and this graspd reads format 3: a newer graspd");
    assertThatThrownBy(() -> TestStores.open(relay))
        .isInstanceOf(StoreOpenException.class)
        .hasMessageContaining("a newer graspd has used it");
    assertThat(Files.readAllBytes(relay.resolve("data.mdb"))).isEqualTo(before);
  }
}
