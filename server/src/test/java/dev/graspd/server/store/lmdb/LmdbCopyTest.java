package dev.graspd.server.store.lmdb;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.store.lmdb.check.StoreChecker;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.Tables;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A second process reads a store that is being written to. */
@Timeout(120)
final class LmdbCopyTest {
  private static final String READING = "reading";
  private static final String COPIED = "copied";

  @TempDir Path temp;

  /** The second process: copies, and then stays in the middle of reading. */
  static final class Reader {
    private Reader() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      Path store = Path.of(arguments[0]);
      try (LmdbCopy copy = LmdbCopy.open(store)) {
        copy.copyTo(Path.of(arguments[1]));
        System.out.println(COPIED);
      }
      try (Tables tables = Tables.openReadOnly(store, TestStores.SETTINGS);
          ReadSession session = new ReadSessions(tables, 1).open()) {
        System.out.println(READING + session.entries(Table.TIME));
        Thread.currentThread().join();
      }
    }
  }

  private Process reader(Path store, Path target) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Reader.class.getName(),
                store.toString(),
                target.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void aCopyIsWholeAndAReaderThatIsKilledIsForgotten() throws IOException, InterruptedException {
    Path directory = temp.resolve("store");
    Path target = Files.createDirectories(temp.resolve("copy"));
    try (LmdbEventStore store = TestStores.open(directory)) {
      StoreDriver driver = new StoreDriver(store);
      driver.append(EventBuilder.note("one").unsignedBy(ALICE));
      Process process = reader(directory, target);
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        assertThat(lines.readLine()).isEqualTo(COPIED);
        assertThat(lines.readLine()).isEqualTo(READING + 1);
        driver.append(EventBuilder.note("two").unsignedBy(ALICE));
        assertThat(store.housekeep()).as("it lives").isZero();
      } finally {
        process.destroyForcibly().waitFor();
      }
      assertThat(store.housekeep()).as("it was killed while it read").isOne();
      assertThat(store.stats().servedEvents()).isEqualTo(2);
    }
    assertThat(StoreChecker.checkSnapshot(target).problems()).isEmpty();
    assertThat(StoreChecker.checkSnapshot(target).servedEvents()).isOne();
    assertThat(target.resolve("lock.mdb")).doesNotExist();
  }
}
