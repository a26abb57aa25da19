package dev.graspd.system.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What scripts/release does not make a release of; it says so before it builds anything. */
@Timeout(120)
class ReleaseRefusalTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path directory;
  private Path clone;

  private record Result(int exitCode, String output) {}

  @BeforeEach
  void cloneTree() throws Exception {
    assumeTrue(Files.exists(TOP.resolve(".git")), "only a clone has commits");
    clone = directory.resolve("clone");
    run(TOP, "git", "clone", "-q", "--shared", TOP.toString(), clone.toString());
    Files.copy(
        TOP.resolve("scripts/release"),
        clone.resolve("scripts/release"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(clone.resolve("CHANGELOG.md"), "# Changelog\n\n## Unreleased\n");
    commit();
  }

  private void commit() throws Exception {
    Result committed = run(clone, "git", "commit", "-q", "-a", "-m", "as it is here");
    assertThat(committed.exitCode()).as(committed.output()).isZero();
  }

  private Result release(String... flags) throws Exception {
    String[] command = new String[flags.length + 1];
    command[0] = clone.resolve("scripts/release").toString();
    System.arraycopy(flags, 0, command, 1, flags.length);
    return run(clone, command);
  }

  @Test
  void treeWithChangesAndVersionWithoutItsChangesAreRefused() throws Exception {
    Path forgotten = Files.writeString(clone.resolve("forgotten.txt"), "x");
    for (Result unclean : List.of(release("--snapshot"), release())) {
      assertThat(unclean.exitCode()).isEqualTo(1);
      assertThat(unclean.output()).contains("the tree has changes that are not committed");
    }
    Files.delete(forgotten);
    Result untold = release();
    assertThat(untold.exitCode()).isEqualTo(1);
    assertThat(untold.output()).contains("CHANGELOG.md has no section \"## ");
    assertThat(clone.resolve("target/release")).doesNotExist();
    Result unknown = release("--no-such-flag");
    assertThat(unknown.exitCode()).isEqualTo(2);
  }

  @Test
  void tagThatIsNotOfThisCommitAndVersionIsRefused() throws Exception {
    Matcher version =
        Pattern.compile("(?m)^  <version>(.*)</version>")
            .matcher(Files.readString(clone.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    String tag = "v" + version.group(1);
    Files.writeString(
        clone.resolve("CHANGELOG.md"),
        "# Changelog\n\n## Unreleased\n\n## " + version.group(1) + " — 2026-11-19\n");
    commit();
    tag("-f", tag, "HEAD^");
    Result moved = release();
    assertThat(moved.exitCode()).isEqualTo(1);
    assertThat(moved.output()).contains("the tag " + tag + " is another commit");
    tag("-f", tag, "HEAD");
    tag("v99.0.0", "HEAD");
    Result other = release();
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.output()).contains("HEAD has the tag v99.0.0, and pom.xml says");
  }

  private void tag(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 2];
    command[0] = "git";
    command[1] = "tag";
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    Result tagged = run(clone, command);
    assertThat(tagged.exitCode()).as(tagged.output()).isZero();
  }

  private static Result run(Path place, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(place.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    builder
        .environment()
        .putAll(
            new TreeMap<>(
                Map.of(
                    "JAVA_HOME_25", System.getProperty("java.home"),
                    "GIT_AUTHOR_NAME", "test",
                    "GIT_AUTHOR_EMAIL", "test@example.org",
                    "GIT_COMMITTER_NAME", "test",
                    "GIT_COMMITTER_EMAIL", "test@example.org")));
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }
}
