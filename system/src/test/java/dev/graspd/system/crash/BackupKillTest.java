package dev.graspd.system.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backups of a running server that do not come to their end: killed midway, or out of room. Half a
 * backup is never taken for a whole one, and the next one into the same directory is whole.
 */
@Timeout(300)
class BackupKillTest extends RelaySuite {
  private static final String DOMAIN = "half.example.org";
  private static final String DONE = "0: ";
  private static final String REFUSED = "2: ";
  private static final int PAGE_BYTES = 4_096;
  private static final int DISK_BYTES = 2 << 20;

  /** On a busy machine the one that shall be killed may be quicker than we are. */
  private static final int ATTEMPTS_MAX = 20;

  private static final Duration PAUSE = Duration.ofNanos(100_000);

  @TempDir Path temp;

  private final Path data = SharedServer.directory(newWord());
  private final HostedRepo named =
      new HostedRepo(URI.create("ws://" + DOMAIN), newKey(), newWord());
  private ServerProcess server;
  private RelayClient relay;
  private GitClient work;
  private final List<String> pushed = new ArrayList<>();
  private int restores;

  @BeforeEach
  void serve() {
    server = QuickStart.hosting(data, DOMAIN).start();
    relay = RelayClient.connect(server.uri());
    work = GitClient.init(temp.resolve("work"));
    assertThat(relay.publish(named.announcement()).accepted()).isTrue();
  }

  @AfterEach
  void end() {
    relay.close();
    server.close();
  }

  /** Pushes something new, which the running server must take; returns the commit. */
  private String push() {
    String commit = work.commit("README", newWord());
    assertThat(relay.publish(named.state("main", commit)).accepted()).isTrue();
    work.must("push", "-q", at(server).cloneUrl(), "main");
    pushed.add(commit);
    return commit;
  }

  private HostedRepo at(ServerProcess process) {
    return new HostedRepo(process.uri(), named.owner(), named.identifier());
  }

  private static ServerProcess.Builder command(Path directory, String... words) {
    return QuickStart.hosting(directory, DOMAIN)
        .environment("NGIT_MIN_FREE_DISK_BYTES", "0")
        .arguments(words);
  }

  /** Returns the exit code of a command and all its lines. */
  private static String run(Path directory, String... words) {
    try (ServerProcess process = command(directory, words).launch()) {
      int exit = process.awaitExit();
      return exit + ": " + String.join("\n", process.output());
    }
  }

  private String backUp(Path backup) {
    return run(data, "backup", backup.toString());
  }

  /**
   * A restore brings all up to this commit and nothing later, or is refused if there never was a
   * whole backup; returns where to.
   */
  private Path assertRestores(Path backup, Optional<String> commit) throws IOException {
    Path target = temp.resolve("restored-" + restores++);
    String answer = run(target, "restore", backup.toString());
    if (commit.isEmpty()) {
      assertThat(answer).startsWith(REFUSED).contains("has no finished backup");
      assertThat(target.resolve("relay/data.mdb")).doesNotExist();
      return target;
    }
    assertThat(answer).startsWith(DONE).contains("git: 1 families, 0 problems", "restored to");
    PackedIds packed = PackedIds.below(target.resolve("git"));
    int last = pushed.indexOf(commit.get());
    for (int i = 0; i < pushed.size(); i++) {
      assertThat(packed.contains(pushed.get(i))).as("push %s", i).isEqualTo(i <= last);
    }
    return target;
  }

  private void assertServes(Path target, String commit) {
    try (ServerProcess restored = QuickStart.hosting(target, DOMAIN).start()) {
      GitClient copy = GitClient.at(target.resolve("copy"));
      copy.must("clone", "-q", at(restored).cloneUrl(), ".");
      assertThat(copy.head()).isEqualTo(commit);
      assertThat(copy.must("fsck", "--strict")).doesNotContain("error");
    }
  }

  // ---- killed

  /** A moment of a backup, as it is seen from outside: one more of such files. */
  private enum Moment {
    FILES("git", "pack-.*\\.pack"),
    STORE("", "store-.*\\.part"),
    WITHOUT_MANIFEST("", "store-[^.]*");

    private final String below;
    private final Pattern name;

    Moment(String below, String name) {
      this.below = below;
      this.name = Pattern.compile(name);
    }

    long count(Path backup) {
      return names(backup.resolve(below), below.isEmpty() ? 1 : 9)
          .filter(file -> name.matcher(file).matches())
          .count();
    }
  }

  private static Stream<String> names(Path directory, int depth) {
    try (Stream<Path> files = Files.walk(directory, depth)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    } catch (IOException | UncheckedIOException e) {
      // It is not there yet, or something in it was moved under our eyes.
      return Stream.empty();
    }
  }

  private static String manifest(Path backup) {
    try {
      return Files.readString(backup.resolve("manifest"));
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aBackupThatIsKilledIsNeverTakenForAWholeOne() throws IOException {
    Path backup = temp.resolve("backup");
    Optional<String> whole = Optional.empty();
    for (Moment moment : Moment.values()) {
      whole = killed(backup, moment, whole);
      Path _ = assertRestores(backup, whole);
    }
    String last = push();
    assertThat(backUp(backup)).startsWith(DONE).contains("backup complete");
    assertServes(assertRestores(backup, Optional.of(last)), last);
    assertThat(names(backup, 1)).noneMatch(name -> name.endsWith(".part"));
    assertThat(names(backup, 1).filter(name -> name.startsWith("store-"))).hasSize(1);
    assertThat(server.terminate()).isZero();
  }

  /** Kills a backup at a moment; returns what the last whole one holds. */
  private Optional<String> killed(Path backup, Moment moment, Optional<String> before) {
    Optional<String> whole = before;
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      String commit = push();
      String manifest = manifest(backup);
      boolean isKilled = isKilledAt(backup, moment);
      if (!manifest(backup).equals(manifest)) {
        whole = Optional.of(commit);
      } else if (isKilled) {
        return whole;
      }
    }
    throw new AssertionError("no backup was killed at " + moment);
  }

  private boolean isKilledAt(Path backup, Moment moment) {
    long before = moment.count(backup);
    try (ServerProcess process = command(data, "backup", backup.toString()).launch()) {
      while (process.isAlive() && moment.count(backup) <= before) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      process.kill();
      return process.awaitExit() == ServerProcess.KILLED;
    }
  }

  // ---- out of room

  @Test
  void aFullDiskEndsABackupInWordsAndHarmsNeitherTheServerNorTheBackupBefore()
      throws IOException, InterruptedException {
    Path disk = Files.createDirectories(temp.resolve("disk"));
    String options = "size=" + DISK_BYTES + ",nr_inodes=100";
    assumeTrue(
        exitOf("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk.toString()) == 0,
        "a small disk can only be mounted by root");
    try {
      Path backup = Files.createDirectories(disk.resolve("backup"));
      String first = push();
      assertThat(backUpWithMoreAndMoreNames(backup)).as("had no room for names").isGreaterThan(1);
      Path _ = assertRestores(backup, Optional.of(first));
      String before = endsWhenTheDiskIsFull(backup, first);
      Path _ = assertRestores(backup, Optional.of(before));
      String last = push();
      assertThat(backUp(backup)).startsWith(DONE).contains("backup complete");
      assertServes(assertRestores(backup, Optional.of(last)), last);
      assertThat(server.terminate()).isZero();
    } finally {
      assertThat(exitOf("umount", "-l", disk.toString())).isZero();
    }
  }

  private static int exitOf(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words).start().waitFor();
  }

  /** Returns how often there was not enough. */
  private int backUpWithMoreAndMoreNames(Path backup) throws IOException {
    for (int times = 0; times < ATTEMPTS_MAX; times++) {
      List<Path> fillers = fillNames(backup.getParent(), times * 3);
      String answer = backUp(backup);
      for (Path filler : fillers) {
        Files.delete(filler);
      }
      if (answer.startsWith(DONE)) {
        return times;
      }
      assertThat(answer).startsWith(REFUSED).containsPattern("[Nn]o (room|space) left");
      assertThat(answer.lines()).as(answer).hasSize(1);
      assertThat(manifest(backup)).isEmpty();
    }
    throw new AssertionError("it never worked");
  }

  private static List<Path> fillNames(Path disk, int left) throws IOException {
    List<Path> fillers = new ArrayList<>();
    try {
      while (true) {
        fillers.add(Files.createFile(disk.resolve("filler-" + fillers.size())));
      }
    } catch (IOException e) {
      // None left.
      assertThat(e).hasMessageContaining("No space left on device");
    }
    for (int i = 0; i < left; i++) {
      Files.delete(fillers.removeLast());
    }
    return fillers;
  }

  /** Takes all room when the first new file is copied; returns what the last whole one holds. */
  private String endsWhenTheDiskIsFull(Path backup, String first) throws IOException {
    String whole = first;
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      String commit = push();
      String answer = backUpWhile(backup, Moment.FILES);
      if (!answer.startsWith(DONE)) {
        assertThat(answer)
            .startsWith(REFUSED)
            .contains("the backup was not finished: there is no room left in " + backup + "; ")
            .contains(" is untouched; run it again");
        assertThat(answer.lines()).as(answer).hasSize(1);
        return whole;
      }
      whole = commit;
    }
    throw new AssertionError("no backup was slow enough for a full disk");
  }

  private String backUpWhile(Path backup, Moment moment) throws IOException {
    Path filler = backup.resolveSibling("filler");
    long before = moment.count(backup);
    try (ServerProcess process = command(data, "backup", backup.toString()).launch();
        OutputStream out = Files.newOutputStream(filler)) {
      // Most of it at once, so that little is left to be written in time.
      out.write(new byte[DISK_BYTES / 2]);
      while (process.isAlive() && moment.count(backup) == before) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      fill(out);
      int exit = process.awaitExit();
      return exit + ": " + String.join("\n", process.output());
    } finally {
      Files.delete(filler);
    }
  }

  private static void fill(OutputStream out) {
    try {
      byte[] page = new byte[PAGE_BYTES];
      for (int bytes = 0; bytes < DISK_BYTES; bytes += PAGE_BYTES) {
        out.write(page);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left on device");
    }
  }
}
