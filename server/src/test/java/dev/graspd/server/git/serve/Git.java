package dev.graspd.server.git.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.repo.Oid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The real git, cut off from this machine's configuration. */
public final class Git {
  /** The result of a command. */
  public record Result(int status, String output) {}

  private static final long SECONDS_MAX = 60;

  private final Path home;

  public Git(Path home) {
    this.home = home;
  }

  /** Runs git with a file as its input. */
  void runFed(Path input, Path directory, String... arguments) {
    succeeded(attempt(directory, Optional.of(input), Map.of(), arguments), arguments);
  }

  /** Runs git at a time that commits are dated with. */
  String runAt(long epochSeconds, Path directory, String... arguments) {
    return succeeded(
        attempt(
            directory,
            Optional.empty(),
            Map.of("GIT_COMMITTER_DATE", epochSeconds + " +0000"),
            arguments),
        arguments);
  }

  /** Runs git in a directory; returns its output, without the last line feed. */
  public String run(Path directory, String... arguments) {
    return succeeded(attempt(directory, arguments), arguments);
  }

  private static String succeeded(Result result, String... arguments) {
    if (result.status() != 0) {
      throw new AssertionError(List.of(arguments) + " failed: " + result.output());
    }
    return result.output();
  }

  /** Runs git in a directory, whatever comes of it; output and errors are one text. */
  public Result attempt(Path directory, String... arguments) {
    return attempt(directory, Optional.empty(), Map.of(), arguments);
  }

  private Result attempt(
      Path directory, Optional<Path> input, Map<String, String> variables, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    try {
      Path output = Files.createTempFile(home, "git", ".out");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      input.ifPresent(file -> builder.redirectInput(file.toFile()));
      environment(builder.environment());
      builder.environment().putAll(variables);
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " hangs: " + Files.readString(output, UTF_8));
      }
      return new Result(process.exitValue(), Files.readString(output, UTF_8).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public Oid oid(Path directory, String revision) {
    return new Oid(run(directory, "rev-parse", revision));
  }

  private void environment(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("GIT_"));
    environment.put("HOME", home.toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + who + "_NAME", "Test");
      environment.put("GIT_" + who + "_EMAIL", "test@example.org");
    }
    environment.put("LC_ALL", "C");
  }
}
