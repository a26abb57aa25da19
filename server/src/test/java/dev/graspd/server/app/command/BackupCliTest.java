package dev.graspd.server.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.Order;
import dev.graspd.server.ban.CurrentBans;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages of the commands for backups. */
class BackupCliTest {
  @TempDir Path temp;
  private Path data;
  private Path directory;
  private final SortedMap<String, String> environment = new TreeMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void fill() throws StartRefused {
    // Loads the native library now: a command unpacks it into a directory that goes with its end.
    Stores.open(temp.resolve("first")).close();
    data = temp.resolve("data");
    directory = temp.resolve("backup");
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    use(data);
    assertThat(run("keys", "--new")).isZero();
    try (DataDirectories locked = DataDirectories.open(config());
        Store store = Stores.open(locked.relay())) {
      Event note = EventBuilder.note("a note").unsignedBy(TestKeys.ALICE);
      store.write(tx -> tx.append(note, note.createdAt())).toCompletableFuture().join();
    }
    forget();
  }

  private void use(Path root) {
    environment.put("NGIT_RELAY_DATA_PATH", root.resolve("relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", root.resolve("git").toString());
  }

  private Config.Data config() {
    return new Config.Data(data.resolve("relay"), data.resolve("git"), Backend.LMDB, 0);
  }

  private void forget() {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
  }

  private int run(String... arguments) {
    return new Cli(environment, temp, new PrintWriter(out, true), new PrintWriter(err, true))
        .run(arguments);
  }

  private void refused(String text, String... arguments) {
    forget();
    assertThat(run(arguments)).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains(text);
    assertThat(out.toString()).isEmpty();
  }

  private void backUp() {
    assertThat(run("backup", directory.toString())).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("store: 1 events served, 0 held", "git: 0 packs", "backup complete: ");
    forget();
  }

  @Test
  void aBackupIsCheckedRestoredAndCheckedAgain() {
    backUp();
    use(temp.resolve("new"));
    assertThat(run("restore", directory.toString())).as(err.toString()).isZero();
    assertThat(out.toString().lines().filter(line -> line.startsWith("store: 1 events")))
        .as("both checks")
        .hasSize(2);
    assertThat(out.toString()).contains("start the server with 'graspd serve'");
    forget();
    assertThat(run("doctor")).isZero();
    assertThat(run("keys")).isZero();
  }

  /** Who ordered a ban does not have to know that the server was restored. */
  @Test
  void bansAndTheAuditLogComeBack() throws StartRefused {
    Banned key = new Banned.OfKey(TestKeys.MALLORY.publicKey());
    Order order = new Order("uid 7", "cli", "spam", 5);
    try (DataDirectories locked = DataDirectories.open(config());
        Store store = Stores.open(locked.relay())) {
      store
          .write(tx -> tx.bans().impose(key, order, OptionalLong.empty()))
          .toCompletableFuture()
          .join();
    }
    backUp();
    data = temp.resolve("new");
    use(data);
    assertThat(run("restore", directory.toString())).as(err.toString()).isZero();

    try (DataDirectories locked = DataDirectories.open(config());
        Store store = Stores.open(locked.relay())) {
      assertThat(store.bans().all()).extracting(Ban::what).containsExactly(key);
      assertThat(store.bans().audit(0, 10)).extracting(AuditEntry::order).containsExactly(order);
      Event spam = EventBuilder.note("spam").unsignedBy(TestKeys.MALLORY);
      assertThat(store.write(tx -> tx.append(spam, 9)).toCompletableFuture().join())
          .isEqualTo(new Appended.Barred(Removal.BANNED));
      assertThat(new CurrentBans(store).keepsOut(spam)).isTrue();
    }
  }

  /** It is derived from the store (N50-7). */
  @Test
  void indexOfWordsIsInNoBackup() throws IOException {
    Path index = Files.createDirectories(data.resolve("relay/search"));
    Files.writeString(index.resolve("segments_1"), "x");

    backUp();

    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("data.mdb")
          .doesNotContain("search", "segments_1");
    }
  }

  @Test
  void programsReadWhatABackupAndARestoreDid() {
    assertThat(run("backup", directory.toString(), "--json")).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith("{\"directory\":\"" + directory + "\",\"made\":\"")
        .contains("\"events\":1,\"held\":0,", "\"has_key\":true,\"problems\":[]}")
        .hasLineCount(1);
    forget();
    use(temp.resolve("new"));
    assertThat(run("restore", directory.toString(), "--json")).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith("{\"whole\":true,\"problems\":[],\"steps\":[\"checking the backup of ")
        .hasLineCount(1);
  }

  @Test
  void aBackupNeedsAPlaceOfItsOwn() throws IOException {
    refused("Missing required parameter: 'DIRECTORY'", "backup");
    refused("cannot be in the data directory", "backup", data.resolve("relay/b").toString());
    refused("nor around it", "backup", data.toString());
    refused("there is no directory", "backup", temp.resolve("no/such").toString());
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("letter.txt"), "dear");
    refused("files in it that are no backup of graspd", "backup", directory.toString());
    assertThat(directory.resolve("lock")).doesNotExist();
  }

  @Test
  void aBackupNeedsDataOnDiskAndRoom() {
    environment.put("NGIT_MIN_FREE_DISK_BYTES", Long.toString(1L << 50));
    refused("there is not enough room in", "backup", directory.toString());
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    environment.put("NGIT_DATABASE_BACKEND", "memory");
    refused("what is kept in memory cannot be backed up", "backup", directory.toString());
    refused("nothing can be restored to", "restore", directory.toString());
    environment.remove("NGIT_DATABASE_BACKEND");
    use(temp.resolve("empty"));
    refused("there is no store in", "backup", directory.toString());
    assertThat(temp.resolve("empty")).doesNotExist();
  }

  @Test
  void aBackupIsMadeByTheUserOfTheServer() throws IOException {
    Path store = data.resolve("relay/data.mdb");
    assumeTrue(Files.getAttribute(store, "unix:uid").equals(0), "only root can give files away");
    Files.setAttribute(store, "unix:uid", 65_534);
    refused(": run this as that user", "backup", directory.toString());
    assertThat(directory).doesNotExist();
  }

  @Test
  void onlyAFinishedBackupOfThisFormatIsRestored() throws IOException {
    refused("there is no directory", "restore", directory.toString());
    Files.createDirectories(directory);
    refused("has no finished backup", "restore", directory.toString());
    backUp();
    Path manifest = directory.resolve("manifest");
    String text = Files.readString(manifest);
    Files.writeString(manifest, text.replace("format=1", "format=9"));
    refused("has format 9, this version of graspd reads format 1", "restore", directory.toString());
    refused("has format 9", "backup", directory.toString());
    Files.writeString(manifest, text.substring(0, 60));
    refused("is damaged: it has no valid", "restore", directory.toString());
  }

  @Test
  void nothingIsEverRestoredOverData() throws StartRefused {
    backUp();
    refused("is not empty: a restore needs new directories", "restore", directory.toString());
    try (DataDirectories running = DataDirectories.open(config())) {
      assertThat(running.areNew()).isFalse();
      refused("is in use by another graspd", "restore", directory.toString());
    }
  }

  @Test
  void aDamagedStoreIsRestoredOnlyOnDemand() throws IOException {
    backUp();
    Path store;
    try (var found = Files.newDirectoryStream(directory, "store-*")) {
      store = found.iterator().next().resolve("data.mdb");
    }
    String bytes = Files.readString(store, StandardCharsets.ISO_8859_1);
    Files.writeString(store, bytes.replace("a note", "a joke"), StandardCharsets.ISO_8859_1);
    use(temp.resolve("new"));
    assertThat(run("restore", directory.toString())).isEqualTo(Cli.FAILED);
    assertThat(out.toString())
        .contains("problem: the copy of the store is damaged", "nothing was restored");
    assertThat(temp.resolve("new/relay/data.mdb")).doesNotExist();
    forget();
    assertThat(run("restore", directory.toString(), "--despite-problems")).isEqualTo(Cli.FAILED);
    assertThat(out.toString()).contains("problem: the copy of the store", "restored to");
  }

  @Test
  void noServerStartsOnARestoreThatWasNotFinished() throws IOException, StartRefused {
    backUp();
    use(temp.resolve("new"));
    Config.Data target =
        new Config.Data(temp.resolve("new/relay"), temp.resolve("new/git"), Backend.LMDB, 0);
    try (DataDirectories locked = DataDirectories.openForRestore(target)) {
      locked.beginRestore();
      Files.writeString(locked.relay().resolve("data.mdb"), "half");
      Files.createDirectories(locked.git().resolve("families/ab"));
    }
    refused("was not finished: run 'graspd restore' again", "doctor");
    // What a server does first; the command itself ends with the process, and this one is ours.
    assertThatThrownBy(() -> DataDirectories.open(target))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("was not finished: run 'graspd restore' again");
    forget();
    assertThat(run("restore", directory.toString())).as(err.toString()).isZero();
    assertThat(temp.resolve("new/git/families/ab")).doesNotExist();
    assertThat(run("doctor")).isZero();
  }

  @Test
  void withoutTheKeyNothingIsRestored() throws IOException {
    Files.delete(data.resolve("relay/relay-owner.nsec"));
    assertThat(run("backup", directory.toString())).isZero();
    assertThat(out.toString()).contains("not in the backup; keep it yourself");
    use(temp.resolve("new"));
    refused("the server's key is not in this backup", "restore", directory.toString());
    assertThat(temp.resolve("new/relay/data.mdb")).doesNotExist();
  }
}
