package dev.graspd.server.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A repository on disk and the real git to work on it, deaf to the configuration of the machine.
 */
public final class Scratch {
  private static final long PATIENCE_SECONDS = 120;

  /** The result of a run of git. */
  public record Run(int code, byte[] out, String err) {
    public String text() {
      return new String(out, StandardCharsets.UTF_8).strip();
    }
  }

  private final Path directory;
  private int clock = 1_700_000_000;

  private Scratch(Path directory) {
    this.directory = directory;
  }

  /** Makes an empty repository with a work tree. */
  public static Scratch init(Path directory) throws IOException {
    Files.createDirectories(directory);
    Scratch scratch = new Scratch(directory);
    scratch.git("init", "-q", "-b", "main");
    return scratch;
  }

  /** Returns a directory, with or without a repository, to run git in. */
  public static Scratch at(Path directory) {
    return new Scratch(directory);
  }

  public Path directory() {
    return directory;
  }

  /** Writes a file and commits it; returns the commit. */
  public String commit(String file, String content) throws IOException {
    return commit(file, content.getBytes(StandardCharsets.UTF_8));
  }

  public String commit(String file, byte[] content) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, content);
    git("add", "-f", "--", file);
    git("commit", "-q", "-m", "change " + file);
    return git("rev-parse", "HEAD");
  }

  /** Runs git, which must succeed, and returns its output. */
  public String git(String... arguments) {
    Run run = run(new byte[0], arguments);
    if (run.code() != 0) {
      throw new AssertionError(
          "git %s ended with %d: %s".formatted(List.of(arguments), run.code(), run.err()));
    }
    return run.text();
  }

  /** Runs git with an input, whatever comes of it. */
  public Run run(byte[] input, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(key -> key.startsWith("GIT_") || key.endsWith("_proxy"));
    environment.putAll(
        Map.of(
            "HOME", directory.toString(),
            "GIT_CONFIG_NOSYSTEM", "1",
            "GIT_TERMINAL_PROMPT", "0",
            "GIT_AUTHOR_NAME", "A",
            "GIT_AUTHOR_EMAIL", "a@example.com",
            "GIT_COMMITTER_NAME", "A",
            "GIT_COMMITTER_EMAIL", "a@example.com",
            "GIT_AUTHOR_DATE", clock + " +0000",
            "GIT_COMMITTER_DATE", clock++ + " +0000",
            "LC_ALL", "C"));
    return finished(builder, input);
  }

  private static Run finished(ProcessBuilder builder, byte[] input) {
    try {
      Path err = Files.createTempFile("git", "err");
      Process process = builder.redirectError(err.toFile()).start();
      Thread.ofVirtual().start(() -> feed(process, input));
      byte[] out = process.getInputStream().readAllBytes();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("git hangs: " + builder.command());
      }
      String said = Files.readString(err, StandardCharsets.ISO_8859_1);
      Files.delete(err);
      return new Run(process.exitValue(), out, said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void feed(Process process, byte[] input) {
    try (var in = process.getOutputStream()) {
      in.write(input);
    } catch (IOException e) {
      // It ended without reading all of it; its exit code says whether that matters.
    }
  }

  /** Returns a pack of what these revisions name (rev-list's arguments), deltas included. */
  public byte[] pack(String... revisions) {
    return packed(
        List.of("pack-objects", "-q", "--stdout", "--revs", "--delta-base-offset"), revisions);
  }

  /** Returns such a pack with deltas to objects that are left out. */
  public byte[] thinPack(String... revisions) {
    return packed(List.of("pack-objects", "-q", "--stdout", "--revs", "--thin"), revisions);
  }

  private byte[] packed(List<String> command, String... revisions) {
    byte[] input = (String.join("\n", revisions) + "\n").getBytes(StandardCharsets.UTF_8);
    Run run = run(input, command.toArray(String[]::new));
    if (run.code() != 0) {
      throw new AssertionError(run.err());
    }
    return run.out();
  }
}
