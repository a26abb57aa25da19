package dev.graspd.server.git.serve.refs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.serve.Git;
import dev.graspd.server.git.serve.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plain git reads what we wrote beside the packs. */
class RefExportTest {
  private static final RepoAddress REPOSITORY =
      new RepoAddress(PublicKey.parse("1".repeat(64)), new Identifier("a repo"));

  @TempDir Path temp;

  private Git git;
  private Scratch scratch;
  private Layout layout;
  private RefExport export;

  @BeforeEach
  void fill() throws IOException {
    JgitSetup.apply();
    git = new Git(temp);
    scratch = new Scratch(git, temp.resolve("scratch"));
    scratch.commit("a.txt", "one");
    scratch.run("tag", "-a", "-m", "A tag", "v1");
    layout = new Layout(Files.createDirectories(temp.resolve("data")));
    export = new RefExport(TestPacks.lying(layout));
  }

  @Test
  void plainGitReadsItAndFindsNothingWrong() throws IOException {
    Oid tip = published();
    String directory = "--git-dir=" + export.directory(REPOSITORY);
    assertThat(git.run(temp, directory, "log", "--format=%H")).isEqualTo(tip.hex());
    assertThat(git.run(temp, directory, "rev-parse", "v1^{}")).isEqualTo(tip.hex());
    assertThat(git.run(temp, directory, "show-ref", "-d"))
        .contains(tip + " refs/heads/main")
        .contains(tip + " refs/tags/v1^{}");
    assertThat(git.run(temp, directory, "fsck", "--strict")).doesNotContain("error");
    assertThat(git.run(temp, directory, "rev-parse", "--is-bare-repository")).isEqualTo("true");
  }

  @Test
  void movedDataDirectoryIsStillReadable() throws IOException {
    Oid tip = published();
    Path relative = layout.root().relativize(export.directory(REPOSITORY));
    Path moved = temp.resolve("elsewhere");
    Files.move(layout.root(), moved);
    String directory = "--git-dir=" + moved.resolve(relative);
    assertThat(git.run(temp, directory, "log", "--format=%H")).isEqualTo(tip.hex());
    git.run(temp, "clone", "-q", moved.resolve(relative).toString(), "copy");
    assertThat(git.oid(temp.resolve("copy"), "HEAD")).isEqualTo(tip);
  }

  @Test
  void laterExportReplacesTheEarlierOne() throws IOException {
    published();
    Oid second = scratch.commit("b.txt", "two");
    scratch.run("tag", "-d", "v1");
    assertThat(published()).isEqualTo(second);
    assertThat(git.run(temp, "--git-dir=" + export.directory(REPOSITORY), "show-ref"))
        .isEqualTo(second + " refs/heads/main");
  }

  @Test
  void repositoryWithoutRefsCostsNoFile() throws IOException {
    export.export(REPOSITORY, Refs.NONE);
    assertThat(layout.root()).isEmptyDirectory();
  }

  @Test
  void repositoryThatLostItsRefsIsEmpty() throws IOException {
    published();
    export.export(REPOSITORY, Refs.NONE);
    Git.Result result = git.attempt(temp, "--git-dir=" + export.directory(REPOSITORY), "show-ref");
    assertThat(result.output()).isEmpty();
  }

  private Oid published() throws IOException {
    Refs refs = scratch.refs();
    scratch.publish(layout, REPOSITORY.identifier());
    export.export(REPOSITORY, refs);
    return scratch.oid("main");
  }
}
