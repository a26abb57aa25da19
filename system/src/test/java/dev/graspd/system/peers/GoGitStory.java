package dev.graspd.system.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The git library of programs in Go: it is told why it may not push, pushes, and clones. */
final class GoGitStory {
  private static final String MAIN = "refs/heads/main";

  private final String program;
  private final PeerServer server;
  private final Steps steps;

  /**
   * Tells nothing yet.
   *
   * @param program what {@code src/test/go-git} builds
   */
  GoGitStory(String program, PeerServer server, Steps steps) {
    this.program = program;
    this.server = server;
    this.steps = steps;
  }

  boolean run() {
    server.with("NGIT_SYNC_ENABLED", "false").start();
    HostedRepo repo = new HostedRepo(server.service(), RelaySuite.newKey(), RelaySuite.newWord());
    Path directory = SharedServer.directory("go-git-" + repo.identifier());
    GitClient work = GitClient.init(directory.resolve("work"));
    work.commit("README", "hello\n");
    String second = work.commit("src/second", "second\n");
    try (RelayClient relay = RelayClient.connect(server.service())) {
      assertThat(relay.publish(repo.announcement()).accepted()).isTrue();
      assertThat(client("push", repo, work.directory())).contains("no signed state for " + MAIN);
      assertThat(relay.publish(repo.state("main", second)).accepted()).isTrue();
    }
    steps.timed(
        "it pushes what is signed",
        () -> assertThat(client("push", repo, work.directory())).isEqualTo("pushed"));
    steps.timed(
        "it clones",
        () ->
            assertThat(client("clone", repo, directory.resolve("copy"))).isEqualTo(second + " 2"));
    steps.timed(
        "it clones shallow",
        () ->
            assertThat(client("shallow", repo, directory.resolve("shallow")))
                .isEqualTo(second + " 1"));
    return true;
  }

  private String client(String action, HostedRepo repo, Path where) {
    try {
      Process process =
          new ProcessBuilder(program, action, repo.cloneUrl(), where.toString())
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
