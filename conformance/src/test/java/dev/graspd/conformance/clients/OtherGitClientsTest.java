package dev.graspd.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
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
import java.util.Optional;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.transport.PushResult;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.RemoteRefUpdate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Git libraries that people use beside git itself: libgit2 and dulwich, in Python, and JGit. */
class OtherGitClientsTest extends HostingSuite {
  private static final List<String> PYTHONS = List.of("python3", "/usr/bin/python3");

  /** One library, in the Python that has it. */
  private record Library(String python, Path script, String name) {
    String does(String action, HostedRepo repo, Path where) {
      ProgramRun run =
          ProgramRun.of(python, script.toString(), name, action, repo.cloneUrl(), where.toString());
      assertThat(run.exit()).as(run.output()).isZero();
      return run.output().strip();
    }

    boolean canCloneShallow() {
      return ProgramRun.of(python, script.toString(), name, "can")
          .output()
          .contains("\"shallow\": true");
    }
  }

  private Library library(String name) throws IOException {
    Path script = directory.resolve("clients.py");
    try (InputStream text = OtherGitClientsTest.class.getResourceAsStream("/clients.py")) {
      Files.copy(Objects.requireNonNull(text), script, StandardCopyOption.REPLACE_EXISTING);
    }
    Optional<String> python =
        PYTHONS.stream()
            .filter(one -> ProgramRun.of(one, script.toString(), name, "can").exit() == 0)
            .findFirst();
    if (python.isEmpty()) {
      System.out.println("skipped: " + name + ": no Python here has it");
    }
    assumeTrue(python.isPresent(), name + " is not here");
    return new Library(python.get(), script, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"libgit2", "dulwich"})
  @Claims({"C-1", "G01-6", "clients-saying-no"})
  void aLibraryPushesAndClones(String name) throws IOException {
    Library library = library(name);
    HostedRepo repo = announced();
    GitClient work = work();
    assertThat(library.does("push", repo, work.directory()))
        .contains("no signed state for " + MAIN);

    String second = work.commit("src/second", "second\n");
    connect(SharedServer.HOSTING).publish(repo.state("main", second));
    assertThat(library.does("push", repo, work.directory())).contains("\"refused\": {}");
    assertThat(refs(repo)).containsExactly(second + " " + MAIN);

    assertThat(library.does("clone", repo, directory.resolve("copy")))
        .isEqualTo("{\"commits\": 2, \"head\": \"" + second + "\"}");
    assertThat(GitClient.at(directory.resolve("copy")).must("fsck", "--strict"))
        .doesNotContain("error");
    // Only newer versions of libgit2 know shallow clones.
    if (library.canCloneShallow()) {
      assertThat(library.does("shallow", repo, directory.resolve("shallow")))
          .isEqualTo("{\"commits\": 1, \"head\": \"" + second + "\"}");
    }
  }

  @Test
  @Claims({"C-1", "G01-6", "clients-saying-no"})
  void jgitPushesAndClones() throws Exception {
    HostedRepo repo = announced();
    GitClient work = work();
    String second = work.commit("src/second", "second\n");
    assertThatThrownBy(() -> pushed(work, repo))
        .hasMessageContaining("no signed state for " + MAIN);

    connect(SharedServer.HOSTING).publish(repo.state("main", second));
    assertThat(pushed(work, repo).getStatus()).isEqualTo(RemoteRefUpdate.Status.OK);
    assertThat(refs(repo)).containsExactly(second + " " + MAIN);

    assertThat(cloned(repo, "copy", 0)).isEqualTo(2);
    assertThat(cloned(repo, "shallow", 1)).isEqualTo(1);
  }

  private static RemoteRefUpdate pushed(GitClient work, HostedRepo repo) throws Exception {
    try (Git git = Git.open(work.directory().toFile())) {
      for (PushResult result :
          git.push()
              .setRemote(repo.cloneUrl())
              .setRefSpecs(new RefSpec(MAIN + ":" + MAIN))
              .call()) {
        return result.getRemoteUpdate(MAIN);
      }
    }
    throw new AssertionError("a push without a result");
  }

  /** Returns how many commits came. */
  private int cloned(HostedRepo repo, String name, int depth) throws Exception {
    var command =
        Git.cloneRepository()
            .setURI(repo.cloneUrl())
            .setDirectory(directory.resolve(name).toFile());
    if (depth > 0) {
      command.setDepth(depth);
    }
    try (Git git = command.call()) {
      int count = 0;
      for (var _ : git.log().call()) {
        count++;
      }
      return count;
    }
  }
}
