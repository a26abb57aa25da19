package dev.graspd.server.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.graspd.server.app.Main;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.migrate.ngit.OldServer;
import dev.graspd.server.migrate.ngit.OldServerFixture;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.DotEnv;
import dev.graspd.server.ops.data.DataDirectories;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command that brings the files of a real ngit-grasp 3.0.10 here (M-2 to M-9). */
class ImportCliTest {
  private static final int KILLED = 137;

  /** Of the repository that is kept: from when the old server obeyed. */
  private static final String KEPT_SINCE = "\"since\":1794995856,\"until\":2110355856";

  @TempDir private Path temp;
  private OldServer old;
  private String from = "";
  private final SortedMap<String, String> environment = new TreeMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void unpack() throws IOException {
    old = OldServerFixture.unpack(temp.resolve("old"));
    from = temp.resolve("old").toString();
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    environment.put("NGIT_DOMAIN", "git.example.org");
    // The fixture has a kept repository, which a test of any later year must find in time.
    environment.put("NGIT_HOLDING_RETENTION_SECS", "315360000");
    environment.put("NGIT_RELAY_DATA_PATH", temp.resolve("new/relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", temp.resolve("new/git").toString());
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new Cli(environment, temp, new PrintWriter(out, true), new PrintWriter(err, true))
        .run(arguments);
  }

  private int runImport(String... more) {
    String[] arguments =
        Stream.concat(Stream.of("import", "ngit-grasp", "--from", from), Arrays.stream(more))
            .toArray(String[]::new);
    return run(arguments);
  }

  /** The old server still serves a state whose announcement was deleted: it is kept with it. */
  private void imported(String... more) {
    assertThat(runImport(more)).as(out + "\n" + err).isEqualTo(Cli.OK);
    assertThat(out.toString())
        .contains(
            "states: 2 found, ",
            "1 left out",
            "1: kept with its deleted repository",
            "refs: 3 found, 3 brought, 0 already here, 0 left out");
    assertThat(out.toString()).doesNotContain("difference: ", "lost: ");
  }

  /** The repository that its owner deleted is kept, with the state that the old server serves. */
  @Test
  void keptRepositoryIsKeptHereForTheTimeThatIsLeft() {
    imported();
    assertThat(out.toString())
        .contains(
            "kept: 4 found, 1 brought, 0 already here, 3 left out",
            "1: kept with its deleted repository");
    assertThat(run("holding", "list", "--json")).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("/gone\",\"cause\":\"deleted\",\"phase\":\"held\"," + KEPT_SINCE + ",\"refs\":1");
    assertThat(run("doctor")).as(out.toString()).isZero();
    imported();
    assertThat(out.toString()).contains("kept: 4 found, 0 brought, 1 already here, 3 left out");
  }

  /** As versions before 3 left them: the archive has the objects. */
  @Test
  void objectsOfAKeptRepositoryMayBeInItsArchive() throws IOException, InterruptedException {
    Path families = old.git().resolve(".grasp/families/sha1");
    Path archive;
    try (Stream<Path> all = Files.walk(old.git().resolve(".archive"))) {
      archive = all.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    Process tar =
        new ProcessBuilder("tar", "czf", archive.toString(), "-C", families.toString(), "gone.git")
            .start();
    assertThat(tar.waitFor()).isZero();
    FileTrees.delete(families.resolve("gone.git"));
    imported();
    assertThat(out.toString()).contains("kept: 4 found, 1 brought");
    assertThat(run("holding", "list", "--json")).isZero();
    assertThat(out.toString()).contains("\"refs\":1");
    assertThat(run("doctor")).as(out.toString()).isZero();
  }

  @Test
  void keptRepositoryWithoutItsObjectsIsNamed() throws IOException {
    FileTrees.delete(old.git().resolve(".grasp/families/sha1/gone.git"));
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString())
        .contains("/gone, kept event ", ": its git data was not found, so there is nothing to keep")
        .doesNotContain("lost: ", "is served here");
    assertThat(run("doctor")).as(out.toString()).isZero();
  }

  @Test
  void keptRepositoryWhoseTimeIsOverStaysBehind() {
    environment.put("NGIT_HOLDING_RETENTION_SECS", "1");
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString()).contains("1: its time has run out", "no announcement exists");
    assertThat(run("holding", "list", "--json")).as(err.toString()).isZero();
    assertThat(out.toString()).doesNotContain("gone");
  }

  private void refused(String text, String... more) {
    assertThat(runImport(more)).as(out.toString()).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains(text);
  }

  @Test
  void everythingThatTheOldServerServedIsHere() throws IOException {
    Path report = temp.resolve("report.json");
    imported("--json", report.toString());
    assertThat(out.toString())
        .contains(
            "announcements: 1 found, 1 brought, 0 already here, 0 left out",
            "deletions: 1 found, 1 brought, 0 already here, 0 left out",
            "states: 2 found, 1 brought, 0 already here, 1 left out",
            "roots: 2 found, 2 brought, 0 already here, 0 left out",
            "others: 3 found, 3 brought, 0 already here, 0 left out",
            "refs: 3 found, 3 brought, 0 already here, 0 left out");
    assertThat(Files.readString(report))
        .contains("\"complete\":true", "\"announcements\":{\"found\":1,\"brought\":1,");
    assertThat(run("doctor")).as(out.toString()).isZero();
    assertThat(run("keys")).isZero();
    assertThat(out.toString()).contains("npub1");
  }

  @Test
  void secondImportFindsEverythingHere() {
    imported();
    imported();
    assertThat(out.toString())
        .contains("announcements: 1 found, 0 brought, 1 already here, 0 left out");
  }

  @Test
  void dryRunWritesNothingAndForetellsWhatTheRulesLeaveOut() throws IOException {
    assertThat(runImport("--dry-run")).as(out + "\n" + err).isEqualTo(Cli.OK);
    assertThat(out.toString())
        .contains(
            "announcements: 1 found, 1 would be brought",
            "states: 2 found, 1 would be brought, 0 already here, 1 left out",
            "1: kept with its deleted repository",
            "kept: 4 found, 1 would be brought",
            "others: 3 found, 3 would be brought",
            "refs: 3 found, 3 would be brought");
    assertThat(temp.resolve("new")).doesNotExist();
  }

  @Test
  void nothingOfTheOldServerIsChanged() throws IOException {
    SortedMap<String, Long> before = files();
    imported();
    assertThat(files()).isEqualTo(before);
  }

  private SortedMap<String, Long> files() throws IOException {
    SortedMap<String, Long> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(temp.resolve("old"))) {
      for (Path file : (Iterable<Path>) all::iterator) {
        long content = Files.isRegularFile(file) ? Arrays.hashCode(Files.readAllBytes(file)) : 0;
        files.put(file + " " + Files.getLastModifiedTime(file), content);
      }
    }
    return files;
  }

  @Test
  void refThatNobodySignedIsNamedAndNotServed() throws IOException {
    Path view =
        old.views().stream()
            .filter(one -> one.address().identifier().text().equals("tool"))
            .findFirst()
            .orElseThrow()
            .directory();
    Files.writeString(
        view.resolve("refs/heads/unsigned"), Files.readString(view.resolve("refs/heads/main")));
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString())
        .contains("refs: 4 found, 3 brought, 0 already here, 1 left out", "refs/heads/unsigned");
  }

  @Test
  void lostObjectIsSaidAndItsEventsWait() throws IOException {
    try (Stream<Path> all =
        Files.walk(old.git().resolve(".grasp/families/sha1/tool.git/objects"))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString()).contains("its git data was not found: it waits here");
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty", "half", "zeros", "noise"})
  void damagedObjectsAreSaidAndTheRestIsBrought(String fault) throws IOException {
    SortedMap<Path, byte[]> whole = new TreeMap<>();
    try (Stream<Path> all =
        Files.walk(old.git().resolve(".grasp/families/sha1/tool.git/objects"))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        byte[] content = Files.readAllBytes(file);
        whole.put(file, content);
        Files.delete(file);
        Files.write(file, damaged(content, fault));
      }
    }
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString())
        .contains("others: 3 found, 3 brought", "its git data was not found: it waits here")
        .doesNotContain("lost: ");
    assertThat(run("doctor")).as(out.toString()).isZero();
    for (var file : whole.entrySet()) {
      Files.write(file.getKey(), file.getValue());
    }
    imported();
  }

  private static byte[] damaged(byte[] whole, String fault) {
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    return switch (fault) {
      case "empty" -> new byte[0];
      case "half" -> half;
      case "zeros" -> Arrays.copyOf(half, whole.length);
      default -> {
        byte[] noise = whole.clone();
        Random random = new Random(19);
        for (int i = 0; i < whole.length; i += 1 + random.nextInt(16)) {
          noise[i] = (byte) random.nextInt();
        }
        yield noise;
      }
    };
  }

  @Test
  void damagedDatabaseGivesWhatIsLeft() throws IOException {
    Path file = old.relay().resolve(OldServer.DATABASE);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, 12 * 4_096));
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString()).contains("damaged: ");
  }

  @Test
  void changedEventIsLeftOutAndNamed() throws IOException {
    Path file = old.relay().resolve(OldServer.DATABASE);
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertThat(bytes).contains("it breaks");
    Files.writeString(file, bytes.replace("it breaks", "it brakes"), StandardCharsets.ISO_8859_1);
    assertThat(runImport("--dry-run")).isEqualTo(Cli.FAILED);
    assertThat(out.toString()).contains("1: invalid: ", ", kind 1621: invalid: ");
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString())
        .contains(
            "roots: 2 found, 1 brought, 0 already here, 1 left out", ", kind 1621: invalid: ");
  }

  @Test
  void familyWithOtherObjectsIsReported() throws IOException {
    Files.createDirectories(old.git().resolve(".grasp/families/sha256/modern.git/objects"));
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.OK);
    assertThat(out.toString())
        .contains(
            "1: repositories with SHA-256 are not taken", "modern.git has objects with SHA-256");
  }

  @Test
  void linksOutOfTheOldDirectoriesAreNotFollowed() throws IOException {
    Path family = old.git().resolve(".grasp/families/sha1/tool.git");
    Path elsewhere = temp.resolve("elsewhere.git");
    Files.move(family, elsewhere);
    Files.createSymbolicLink(family, elsewhere);
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString()).contains("its git data was not found: it waits here");
    assertThat(elsewhere.resolve("objects")).exists();
  }

  @Test
  void missingRoomIsSaidBeforeTheFirstByte() {
    environment.put("NGIT_MIN_FREE_DISK_BYTES", String.valueOf(1L << 50));
    refused("there is not enough room in");
    assertThat(temp.resolve("new/relay/data.mdb")).doesNotExist();
    assertThat(temp.resolve("new/relay/import-unfinished")).doesNotExist();
    assertThat(ImportRoom.neededBytes(1_000, 0, 7)).isEqualTo(1_207);
    assertThat(ImportRoom.neededBytes(1_000, 1_100, 7)).isEqualTo(107);
    assertThat(ImportRoom.neededBytes(1_000, 5_000, 7)).isEqualTo(7);
  }

  @Test
  void nothingIsLeftOfTheScratchDirectory() throws IOException {
    Files.createDirectories(temp.resolve("new/git/import-scratch/objects-0"));
    imported();
    assertThat(temp.resolve("new/git/import-scratch")).doesNotExist();
  }

  @Test
  void unfinishedImportIsFinishedBeforeAServerStarts() throws IOException {
    imported();
    Files.writeString(temp.resolve("new/relay/import-unfinished"), "");
    Config.Data data =
        new Config.Data(temp.resolve("new/relay"), temp.resolve("new/git"), Backend.LMDB, 0);
    assertThatThrownBy(() -> DataDirectories.open(data).close())
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("was not finished: run 'graspd import' again");
    imported();
    assertThat(temp.resolve("new/relay/import-unfinished")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        FailPoints.EVENT_BEFORE_WRITE,
        FailPoints.EVENT_WRITTEN,
        FailPoints.INDEX_LINKED,
        FailPoints.STORED,
        FailPoints.BEFORE_KEEP,
        FailPoints.DELETION_BEFORE_WRITE,
        FailPoints.DELETION_WRITTEN
      })
  void killedImportIsRunAgain(String place) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--") || argument.startsWith("-XX:"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-Dgraspd.tests=true",
            "-Dgraspd.failpoint=" + place,
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "import",
            "ngit-grasp",
            "--from",
            from));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(temp.resolve("log").toFile());
    builder.environment().putAll(environment);
    assertThat(builder.start().waitFor()).isEqualTo(KILLED);
    assertThat(temp.resolve("new/relay/import-unfinished")).exists();
    imported();
    assertThat(run("doctor")).as(out.toString()).isZero();
    assertThat(run("holding", "list", "--json")).as(err.toString()).isZero();
    assertThat(out.toString()).contains(KEPT_SINCE);
  }

  @Test
  void wrongPlacesAreRefused() throws IOException {
    String right = from;
    from = temp.resolve("nowhere").toString();
    refused("expected data.mdb or .grasp/storage-version");
    from = right;
    Files.writeString(old.git().resolve(".grasp/storage-version"), "2");
    refused("has storage version 2");
    Files.writeString(old.git().resolve(".grasp/storage-version"), "1");
    assertThat(run("import", "gitea", "--from", from)).isEqualTo(Cli.REFUSED);
    assertThat(run("import", "ngit-grasp")).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("say where the old server is");
    environment.remove("NGIT_DOMAIN");
    refused("NGIT_DOMAIN: set it to the name of the old server");
    assertThat(temp.resolve("new/relay/data.mdb")).doesNotExist();
  }

  /** They keep strangers from a running server; the operator brings their own data (M-2). */
  @Test
  void limitsOfStrangersDoNotApply() {
    for (String key :
        List.of(
            "NGIT_MAX_EVENTS_PER_MINUTE",
            "NGIT_MAX_NEW_REPOS_PER_HOUR",
            "NGIT_MAX_NEW_REPOS_PER_HOUR_PER_IP",
            "NGIT_MAX_HELD_EVENTS",
            "NGIT_MAX_HELD_BYTES",
            "NGIT_MAX_HELD_BYTES_PER_IDENTIFIER",
            "NGIT_MAX_HELD_PER_IDENTIFIER",
            "NGIT_MAX_HELD_PER_REPOSITORY")) {
      environment.put(key, "1");
    }
    for (String key :
        List.of(
            "NGIT_MAX_DORMANT_DELETION_BYTES_PER_KEY",
            "NGIT_MAX_DORMANT_DELETION_BYTES_PER_ADDRESS",
            "NGIT_MAX_DORMANT_DELETION_BYTES")) {
      environment.put(key, "1024");
    }
    imported();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NGIT_MAX_PUSH_BYTES", "NGIT_MAX_OBJECT_BYTES", "NGIT_MAX_TREE_BYTES"})
  void packThatIsTooLargeNamesTheKeyToRaise(String key) {
    environment.put(key, "1");
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString())
        .contains("tool: git data refused: ", "; raise " + key + " for the import");
  }

  @Test
  void settingsAreWrittenToANewFile() throws Exception {
    Path settings = temp.resolve("old.env");
    Files.writeString(settings, "NGIT_DOMAIN=git.example.org\nNGIT_RELAY_OWNER_NSEC=nsec1secret\n");
    Path target = temp.resolve("graspd.env");
    String[] command = {
      "config", "--as-ngit-grasp", settings.toString(), "--write", target.toString()
    };
    assertThat(run(command)).as(err.toString()).isZero();
    assertThat(DotEnv.parse(Files.readAllLines(target)))
        .containsExactly(entry("NGIT_DOMAIN", "git.example.org"));
    assertThat(Files.readString(target)).isEqualTo(out.toString()).doesNotContain("nsec1secret");
    assertThat(run(command)).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("it exists already");
  }

  @Test
  void runningServerIsRefused() throws IOException {
    try (FileChannel channel =
            FileChannel.open(old.relay().resolve("lock.mdb"), StandardOpenOption.WRITE);
        FileLock lock = channel.lock(0, 1, false)) {
      assertThat(lock.isValid()).isTrue();
      refused("open: stop it first");
    }
  }

  @Test
  void dataOfAnotherServerIsNotTouched() {
    assertThat(run("keys", "--new")).isZero();
    refused("belongs to another server; nothing was touched");
  }

  @Test
  void serverWithoutItsOldKeyIsMadeOnlyOnDemand() throws IOException {
    Files.delete(temp.resolve("old/.relay-owner.nsec"));
    refused("the old server's key was not found: name its file with --key, or say --new-key");
    refused("the old server's key was not found", "--dry-run");
    assertThat(temp.resolve("new/relay/import-unfinished")).doesNotExist();
    assertThat(runImport("--new-key")).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString()).contains("is a new identity: who knows the old server");
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.FAILED);
    assertThat(out.toString()).contains(", the key that this server has");
    Path other = temp.resolve("other.nsec");
    Files.writeString(other, "1".repeat(64));
    refused("exclude each other", "--new-key", "--key", other.toString());
  }

  @Test
  void eventsAboutTheOldServerStayBehindWithItsKey() {
    imported("--new-key");
    assertThat(out.toString())
        .contains("2: about the old server itself, whose key is not taken over");
  }

  @Test
  void oldKeyIsKeptAndAnotherIsRefused() throws IOException {
    imported();
    assertThat(out.toString())
        .containsPattern("key: npub1[a-z0-9]+, the key file .*relay-owner.nsec");
    Path other = temp.resolve("other.nsec");
    Files.writeString(other, "1".repeat(64));
    refused("this server has another key", "--key", other.toString());
    assertThat(err.toString()).doesNotContain("1111");
    assertThat(temp.resolve("new/relay/import-unfinished")).doesNotExist();
  }
}
