package dev.graspd.server.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.server.migrate.ngit.OldServerFixture;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An import whose disks get full on its way (M-7). It is tried with a little more room each time,
 * and each try goes on where the one before has ended, so that room ends everywhere. Needs root, to
 * mount small disks.
 */
@Timeout(300)
class ImportFullDiskTest {
  private static final int PAGE_BYTES = 4_096;

  /** Enough to open a store: LMDB maps the file of its locks, and cannot say that it is full. */
  private static final int PAGES_FIRST = 24;

  private static final int TRIES_MAX = 200;

  @TempDir private Path temp;
  private Path relay;
  private Path git;
  private final List<Path> mounted = new ArrayList<>();
  private final SortedMap<String, String> environment = new TreeMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void mount() throws IOException, InterruptedException {
    relay = mount("relay", "size=8m");
    git = mount("git", "size=32m,nr_inodes=300");
    var _ = OldServerFixture.unpack(temp.resolve("old"));
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    environment.put("NGIT_DOMAIN", "git.example.org");
    environment.put("NGIT_HOLDING_RETENTION_SECS", "315360000");
    environment.put("NGIT_RELAY_DATA_PATH", relay.toString());
    environment.put("NGIT_GIT_DATA_PATH", git.toString());
  }

  private Path mount(String name, String options) throws IOException, InterruptedException {
    Path at = Files.createDirectories(temp.resolve("new").resolve(name));
    int exit =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", options, "tmpfs", at.toString())
            .start()
            .waitFor();
    assumeTrue(exit == 0, "a small disk can only be mounted by root");
    mounted.add(at);
    return at;
  }

  @AfterEach
  void unmount() throws IOException, InterruptedException {
    for (Path at : mounted) {
      assertThat(new ProcessBuilder("umount", "-l", at.toString()).start().waitFor()).isZero();
    }
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new Cli(environment, temp, new PrintWriter(out, true), new PrintWriter(err, true))
        .run(arguments);
  }

  private int runImport() {
    return run("import", "ngit-grasp", "--from", temp.resolve("old").toString());
  }

  /** Fills a disk but for so many pages or names. */
  private interface Filler {
    void fill(Path below, int left) throws IOException;
  }

  private static void fillPages(Path below, int left) throws IOException {
    long pages = Files.getFileStore(below).getUsableSpace() / PAGE_BYTES - left;
    try (OutputStream file = Files.newOutputStream(below.resolve("filler"))) {
      byte[] page = new byte[PAGE_BYTES];
      for (long i = 0; i < pages; i++) {
        file.write(page);
      }
    }
  }

  private static void fillNames(Path below, int left) throws IOException {
    List<Path> made = new ArrayList<>();
    try {
      while (true) {
        made.add(Files.createFile(below.resolve("filler-" + made.size())));
      }
    } catch (IOException e) {
      // None left.
      assertThat(e).hasMessageContaining("No space left on device");
    }
    for (int i = 0; i < left; i++) {
      Files.delete(made.removeLast());
    }
  }

  private static void empty(Path directory) throws IOException {
    try (var files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  /**
   * Returns how many imports found no room.
   *
   * @param disk the fillers are in the one directory that an import overlooks; they count as what
   *     is here already, so the check before the first byte finds enough room
   */
  private int triesWithMoreAndMoreRoom(Path disk, int first, int step, Filler filler)
      throws IOException {
    Path fillers = Files.createDirectory(disk.resolve("lost+found"));
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      filler.fill(fillers, first + tries * step);
      int code = runImport();
      empty(fillers);
      if (code == Cli.OK) {
        return tries;
      }
      assertThat(code).as(out.toString()).isEqualTo(Cli.REFUSED);
      assertThat(err.toString())
          .containsAnyOf("No space left on device", "there is no room on a disk of the data")
          .hasLineCount(1);
      assertThat(out.toString()).as("nothing is called left out").isEmpty();
    }
    throw new AssertionError("it never worked: " + err);
  }

  private void assertWhole() {
    assertThat(relay.resolve("import-unfinished")).doesNotExist();
    assertThat(runImport()).as(out + "\n" + err).isEqualTo(Cli.OK);
    assertThat(out.toString())
        .contains(
            "deletions: 1 found, 0 brought, 1 already here, 0 left out",
            "announcements: 1 found, 0 brought, 1 already here, 0 left out",
            "states: 2 found, 0 brought, 1 already here, 1 left out",
            "roots: 2 found, 0 brought, 2 already here, 0 left out",
            "others: 3 found, 0 brought, 3 already here, 0 left out",
            "kept: 4 found, 0 brought, 1 already here, 3 left out",
            "refs: 3 found, 3 brought, 0 already here, 0 left out");
    assertThat(out.toString()).doesNotContain("difference: ", "lost: ");
    assertThat(run("doctor")).as(out.toString()).isZero();
  }

  @Test
  void importThatFindsNoRoomForEventsGoesOnLater() throws IOException {
    assertThat(triesWithMoreAndMoreRoom(relay, PAGES_FIRST, 1, ImportFullDiskTest::fillPages))
        .as("imports that found no room in the store")
        // Each of them goes on where the one before has ended, so they are few.
        .isGreaterThan(1);
    assertWhole();
  }

  @Test
  void importThatFindsNoRoomForObjectsGoesOnLater() throws IOException {
    assertThat(triesWithMoreAndMoreRoom(git, 0, 1, ImportFullDiskTest::fillNames))
        .as("imports that found no room for names of files")
        .isGreaterThan(10);
    assertWhole();
  }
}
