package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The files that a running server keeps for plain git on its own machine. */
@Timeout(120)
class PlainGitTest extends HostingSuite {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();

  @Test
  void plainGitReadsTheDirectoryOfARepositoryAsItIsNow() {
    Filled filled = filled();
    Path files = files(filled.repo());
    awaitMain(files, filled.commit());
    String next = filled.work().commit("next", "next\n");
    filled.work().must("tag", "-a", "-m", "A tag", "v1");
    String tag = filled.work().must("rev-parse", "v1").strip();
    filled.relay().publish(filled.repo().state("main", next, "refs/tags/v1", tag));
    filled.work().must("push", filled.repo().cloneUrl(), "main", "v1");
    awaitMain(files, next);

    GitClient plain = GitClient.at(directory.resolve("plain"));
    plain.must("clone", "-q", files.toString(), "copy");
    GitClient copy = GitClient.at(directory.resolve("plain/copy"));
    assertThat(copy.head()).isEqualTo(next);
    assertThat(copy.must("rev-parse", "v1^{commit}").strip()).isEqualTo(next);
    assertThat(GitClient.at(files).must("fsck", "--full", "--strict")).doesNotContain("error");
  }

  private static Path files(HostedRepo repo) {
    return new Layout(SharedServer.directory("hosting").resolve("git"))
        .family(new Identifier(repo.identifier()))
        .resolve("repos")
        .resolve(repo.owner().publicKey().hex());
  }

  /** They follow the refs a moment later. */
  private static void awaitMain(Path files, String commit) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!main(files).equals(commit)) {
      assertThat(System.nanoTime()).as("%s in %s", commit, files).isLessThan(end);
    }
  }

  private static String main(Path files) {
    return Files.isDirectory(files)
        ? GitClient.at(files).run("rev-parse", "HEAD").output().strip()
        : "";
  }
}
