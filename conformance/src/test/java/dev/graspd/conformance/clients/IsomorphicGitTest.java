package dev.graspd.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The git that browsers run, in Node. */
class IsomorphicGitTest extends HostingSuite {
  private static final String PACKAGE = "isomorphic-git@1.27.1";
  private static final Path PLACE = Path.of("target", "isomorphic").toAbsolutePath();
  private static final Path SCRIPT = PLACE.resolve("client.cjs");

  @BeforeAll
  static void nodeIsThere() throws IOException {
    skipUnless(isThere("node") && isThere("npm"), "there is no node or npm here");
    Files.createDirectories(PLACE);
    try (InputStream script = IsomorphicGitTest.class.getResourceAsStream("/client.cjs")) {
      Files.copy(Objects.requireNonNull(script), SCRIPT, StandardCopyOption.REPLACE_EXISTING);
    }
    if (!Files.isDirectory(PLACE.resolve("node_modules/isomorphic-git"))) {
      ProgramRun install =
          ProgramRun.of(
              "npm",
              "install",
              "--prefix",
              PLACE.toString(),
              "--no-audit",
              "--no-fund",
              "--ignore-scripts",
              PACKAGE);
      skipUnless(install.exit() == 0, PACKAGE + " cannot be installed: " + install.output());
    }
  }

  @Test
  @Claims({"C-1", "C-6"})
  void aBrowsersGitPushesAndClones() {
    HostedRepo repo = newRepo();
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    relay.publish(repo.announcement());
    relay.publish(repo.state("main", work.head()));

    assertThat(client("push", repo, work.directory()))
        .contains("\"ok\":true")
        .doesNotContain("\"code\"");
    assertThat(refs(repo)).containsExactly(work.head() + " " + MAIN);
    Path copy = directory.resolve("copy");
    assertThat(client("clone", repo, copy)).isEqualTo("{\"head\":\"" + work.head() + "\"}");
    assertThat(GitClient.at(copy).must("fsck", "--strict")).doesNotContain("error");

    String next = work.commit("next", "next\n");
    relay.publish(repo.state("main", next));
    assertThat(client("push", repo, work.directory())).contains("\"ok\":true");
    assertThat(refs(repo)).containsExactly(next + " " + MAIN);
    assertThat(client("shallow", repo, directory.resolve("shallow"))).isEqualTo("{\"commits\":1}");
  }

  @Test
  @Claims("clients-saying-no")
  void aBrowsersGitLearnsWhyItMayNotPush() {
    HostedRepo repo = announced();
    assertThat(client("push", repo, work().directory()))
        .contains("GitPushError")
        .contains("no signed state for " + MAIN);
  }

  private static String client(String action, HostedRepo repo, Path where) {
    ProgramRun run =
        ProgramRun.of("node", SCRIPT.toString(), action, repo.cloneUrl(), where.toString());
    assertThat(run.exit()).as(run.output()).isZero();
    return run.output().strip();
  }

  private static boolean isThere(String program) {
    return List.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).stream()
        .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  private static void skipUnless(boolean holds, String why) {
    if (!holds) {
      System.out.println("skipped: isomorphic-git: " + why);
    }
    assumeTrue(holds, why);
  }
}
