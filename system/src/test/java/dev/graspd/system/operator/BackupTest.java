package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a server that is being pushed to, and the way back. */
@Timeout(300)
class BackupTest extends RelaySuite {
  private static final String DOMAIN = "backup.example.org";
  private static final Pattern NEW_FILES = Pattern.compile("; ([0-9]+) new files");
  private static final int BACKUPS_UNDER_LOAD = 2;

  @TempDir Path temp;

  private final Path data = SharedServer.directory(newWord());
  private final Signer owner = newKey();
  private final String identifier = newWord();
  private final HostedRepo named = new HostedRepo(URI.create("ws://" + DOMAIN), owner, identifier);

  @Test
  void whatIsBackedUpWhilePushesRunComesBackWhole() throws InterruptedException, IOException {
    GitClient work = GitClient.init(temp.resolve("work"));
    Path backup = temp.resolve("backup");
    List<String> pushed = new ArrayList<>();
    try (ServerProcess server = QuickStart.hosting(data, DOMAIN).start();
        RelayClient relay = RelayClient.connect(server.uri())) {
      relay.publish(named.announcement());
      pushed.add(pushNext(work, relay, server));
      waitOnShelf(work, server);
      backUpUnderLoad(work, relay, server, backup, pushed);

      assertThat(command("backup", backup.toString())).contains("backup complete");
      pushed.add(pushNext(work, relay, server));
      assertThat(newFiles(command("backup", backup.toString())))
          .as("one pack and its index")
          .isEqualTo(2);
      relay.hangUp();
      assertThat(server.terminate()).isZero();
    }
    restoreAndMove(backup, pushed.getLast());
  }

  /** Backups while somebody pushes: each is whole, whatever moment it caught. */
  private void backUpUnderLoad(
      GitClient work, RelayClient relay, ServerProcess server, Path backup, List<String> pushed)
      throws InterruptedException {
    AtomicBoolean enough = new AtomicBoolean();
    Thread pusher =
        Thread.ofPlatform()
            .start(() -> {
              while (!enough.get()) {
                pushed.add(pushNext(work, relay, server));
              }
            });
    for (int i = 0; i < BACKUPS_UNDER_LOAD; i++) {
      assertThat(command("backup", backup.toString())).contains("backup complete");
    }
    Path copy = temp.resolve("under-load");
    assertThat(commandAt(copy, "restore", backup.toString())).contains("restored to");
    enough.set(true);
    pusher.join();
    assertThat(pushed).as("pushes meanwhile").hasSizeGreaterThan(1);
  }

  private void restoreAndMove(Path backup, String last) throws IOException {
    Path restored = temp.resolve("restored");
    assertThat(commandAt(restored, "restore", backup.toString()))
        .contains("git: 1 families, 0 problems", "restored to");
    assertServes(restored, last);
    // Nothing on disk says where it is: by hand the directories are moved as they are.
    Path moved = temp.resolve("elsewhere");
    Files.move(restored, moved);
    assertServes(moved, last);
    assertThat(commandAt(moved, "doctor")).contains("git: 1 families, 0 problems");
    try (Stream<Path> shelves = Files.list(moved.resolve("git/quarantine"))) {
      assertThat(shelves).as("the push that waits for its event").hasSize(1);
    }
  }

  private void assertServes(Path directory, String commit) {
    try (ServerProcess server = QuickStart.hosting(directory, DOMAIN).start()) {
      GitClient clone = GitClient.at(temp.resolve("clone-" + directory.getFileName()));
      clone.must("clone", "-q", at(server).cloneUrl(), "copy");
      GitClient copy = GitClient.at(clone.directory().resolve("copy"));
      assertThat(copy.head()).isEqualTo(commit);
      assertThat(copy.must("fsck", "--strict")).doesNotContain("error");
      assertThat(server.terminate()).isZero();
    }
  }

  private String pushNext(GitClient work, RelayClient relay, ServerProcess server) {
    String commit = work.commit("README", newWord());
    assertThat(relay.publish(named.state("main", commit)).accepted()).isTrue();
    work.must("push", "-q", at(server).cloneUrl(), "main");
    return commit;
  }

  /** A pull request that is pushed before its event. */
  private void waitOnShelf(GitClient work, ServerProcess server) {
    work.must("checkout", "-q", "-b", "offer");
    String offered = work.commit("OFFER", "please\n");
    work.must("checkout", "-q", "main");
    String ref = "refs/nostr/" + named.pullRequest(newKey(), offered).id();
    work.must("push", "-q", at(server).cloneUrl(), offered + ":" + ref);
  }

  private HostedRepo at(ServerProcess server) {
    return new HostedRepo(server.uri(), owner, identifier);
  }

  private String command(String... words) {
    return commandAt(data, words);
  }

  /** Runs a command that must work; returns its lines. */
  private static String commandAt(Path directory, String... words) {
    try (ServerProcess process =
        QuickStart.hosting(directory, DOMAIN)
            .environment("NGIT_MIN_FREE_DISK_BYTES", "0")
            .arguments(words)
            .launch()) {
      int exit = process.awaitExit();
      String lines = String.join("\n", process.output());
      assertThat(exit).as(lines).isZero();
      return lines;
    }
  }

  private static int newFiles(String lines) {
    Matcher matcher = NEW_FILES.matcher(lines);
    assertThat(matcher.find()).as(lines).isTrue();
    return Integer.parseInt(matcher.group(1));
  }
}
