package dev.graspd.testkit.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Stock git in a directory of its own, without anybody's settings. */
public final class GitClient {
  private static final long SECONDS_MAX = 120;

  private final Path directory;

  private GitClient(Path directory) {
    this.directory = directory;
  }

  /** What a command printed, both streams together, and how it ended. */
  public record Run(int exit, String output) {
    public boolean worked() {
      return exit == 0;
    }
  }

  /** Makes an empty repository with the branch main. */
  public static GitClient init(Path directory) {
    GitClient git = at(directory);
    git.must("init", "-q", "-b", "main");
    return git;
  }

  public static GitClient at(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new GitClient(directory);
  }

  public Path directory() {
    return directory;
  }

  /** Commits a file with this text; returns the commit. */
  public String commit(String file, String text) {
    try {
      Path path = directory.resolve(file);
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    must("add", "-A");
    must("commit", "-q", "-m", "change " + file);
    return head();
  }

  /** Runs a command that must work; returns what it printed. */
  public String must(String... arguments) {
    Run run = run(arguments);
    assertThat(run.exit()).as("git %s: %s", String.join(" ", arguments), run.output()).isZero();
    return run.output();
  }

  /** Runs a command that must fail; returns what it printed. */
  public String mustFail(String... arguments) {
    Run run = run(arguments);
    assertThat(run.exit()).as("git %s: %s", String.join(" ", arguments), run.output()).isNotZero();
    return run.output();
  }

  /** Runs lines of a shell that must work; returns what they printed. */
  public String mustShell(String script, Map<String, String> variables) {
    Bytes bytes = ran(new byte[0], List.of("sh", "-e", "-c", script), variables);
    assertThat(bytes.exit()).as("%s: %s", script, bytes.text()).isZero();
    return bytes.text();
  }

  /** Returns the commit that is checked out. */
  public String head() {
    return must("rev-parse", "HEAD").strip();
  }

  /** Runs a command that must work on this input; returns what it printed. */
  public String feed(String input, String... arguments) {
    return feed(input.getBytes(StandardCharsets.UTF_8), arguments);
  }

  /** Runs a command that must work on these bytes; returns what it printed. */
  public String feed(byte[] input, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Bytes bytes = ran(input, command, Map.of());
    assertThat(bytes.exit()).as(bytes.text()).isZero();
    return bytes.text();
  }

  /** Returns a pack of everything that these commits reach. */
  public byte[] pack(String... tips) {
    Bytes packed =
        ran(String.join("\n", tips), new String[] {"pack-objects", "--revs", "--stdout", "-q"});
    assertThat(packed.exit()).as(packed.text()).isZero();
    return packed.output();
  }

  /** Returns a pack of these objects alone. */
  public byte[] packOfOnly(String... ids) {
    Bytes packed = ran(String.join("\n", ids), new String[] {"pack-objects", "--stdout", "-q"});
    assertThat(packed.exit()).as(packed.text()).isZero();
    return packed.output();
  }

  /** Returns what is new in a commit, as deltas against what is not. */
  public byte[] thinPack(String tip, String base) {
    Bytes packed =
        ran(
            tip + "\n^" + base,
            new String[] {"pack-objects", "--revs", "--thin", "--stdout", "-q"});
    assertThat(packed.exit()).as(packed.text()).isZero();
    return packed.output();
  }

  public Run run(String... arguments) {
    Bytes bytes = ran("", arguments);
    return new Run(bytes.exit(), bytes.text());
  }

  private record Bytes(int exit, byte[] output) {
    String text() {
      return new String(output, StandardCharsets.UTF_8);
    }
  }

  private Bytes ran(String input, String[] arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    return ran(input.getBytes(StandardCharsets.UTF_8), command, Map.of());
  }

  private Bytes ran(byte[] input, List<String> command, Map<String, String> variables) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
      Map<String, String> environment = builder.environment();
      environment.keySet().removeIf(name -> name.startsWith("GIT_"));
      environment.put("HOME", directory.toString());
      environment.put("GIT_CONFIG_NOSYSTEM", "1");
      environment.put("GIT_TERMINAL_PROMPT", "0");
      environment.put("GIT_AUTHOR_NAME", "A");
      environment.put("GIT_AUTHOR_EMAIL", "a@example.org");
      environment.put("GIT_COMMITTER_NAME", "C");
      environment.put("GIT_COMMITTER_EMAIL", "c@example.org");
      environment.putAll(variables);
      Process process = builder.start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input);
      }
      byte[] output = process.getInputStream().readAllBytes();
      assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).as("git ends").isTrue();
      return new Bytes(process.exitValue(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
