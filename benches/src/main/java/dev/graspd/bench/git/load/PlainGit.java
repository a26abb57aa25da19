package dev.graspd.bench.git.load;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** C git, without user settings. */
public final class PlainGit {
  /** Writes the input of a command. */
  public interface Input {
    void writeTo(OutputStream out) throws IOException;
  }

  private PlainGit() {}

  /** Runs a command that must succeed; returns its output as text. */
  public static String run(Path directory, String... arguments)
      throws IOException, InterruptedException {
    return new String(feed(directory, _ -> {}, arguments), StandardCharsets.UTF_8).strip();
  }

  /** Runs a command that must succeed on an input; returns its output. */
  public static byte[] feed(Path directory, Input input, String... arguments)
      throws IOException, InterruptedException {
    return feed(directory, Map.of(), input, arguments);
  }

  /** The same with variables in its environment. */
  public static byte[] feed(
      Path directory, Map<String, String> variables, Input input, String... arguments)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile("git", ".err");
    try {
      ProcessBuilder builder = command(directory, arguments).redirectError(errors.toFile());
      builder.environment().putAll(variables);
      Process process = builder.start();
      Thread writer = Thread.ofVirtual().start(() -> write(input, process));
      byte[] output = process.getInputStream().readAllBytes();
      writer.join();
      if (process.waitFor() != 0) {
        throw new IOException(
            "git " + String.join(" ", arguments) + " failed: " + Files.readString(errors));
      }
      return output;
    } finally {
      Files.delete(errors);
    }
  }

  /** A command that does not read all of it reports that by its exit code. */
  private static void write(Input input, Process process) {
    try (OutputStream out = process.getOutputStream()) {
      input.writeTo(out);
    } catch (IOException e) {
      process.destroy();
    }
  }

  private static ProcessBuilder command(Path directory, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    isolate(builder.environment());
    return builder;
  }

  /** Makes runs equal. */
  static void isolate(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("GIT_"));
    environment.put("HOME", "/nonexistent");
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
  }
}
