package dev.graspd.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The real server as a process of its own, started as an operator would. It dies with this JVM at
 * the latest.
 */
public final class ServerProcess implements AutoCloseable {
  /** The exit code of one that was killed, or that ended itself as if it were. */
  public static final int KILLED = 137;

  /** A busy machine is slow; a hanging start should still end. */
  private static final long START_SECONDS_MAX = 120;

  private static final long EXIT_SECONDS_MAX = 60;
  private static final int LINES_KEPT_MAX = 10_000;

  /** What the server logs when its socket is open. */
  private static final Pattern LISTENING =
      Pattern.compile("listening.*?\\b(?:ws|http)://([^/\\s\"]+)", Pattern.CASE_INSENSITIVE);

  /** How to start. Not thread-safe. */
  public static final class Builder {
    private final Path jar;
    private final Path directory;
    private final SortedMap<String, String> environment = new TreeMap<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private List<String> arguments = List.of("serve");
    private List<String> wrapper = List.of();

    private Builder(Path jar, Path directory) {
      this.jar = jar;
      this.directory = directory;
      environment("NGIT_BIND_ADDRESS", "127.0.0.1:0");
      environment("NGIT_RELAY_DATA_PATH", directory.resolve("relay").toString());
      environment("NGIT_GIT_DATA_PATH", directory.resolve("git").toString());
      environment("NGIT_SYNC_ENABLED", "false");
      environment("NGIT_RELAY_ACCEPT", "all");
      // Short lives: a small heap and the quick compiler are up sooner than the best code.
      // Assertions: an event loop that waits for the store ends its connection.
      jvm("-ea:dev.graspd...", "--sun-misc-unsafe-memory-access=allow", "-XX:+UseSerialGC");
    }

    public Builder environment(String key, String value) {
      environment.put(key, value);
      return this;
    }

    public Builder environment(Map<String, String> values) {
      environment.putAll(values);
      return this;
    }

    public Builder jvm(String... options) {
      jvmOptions.addAll(List.of(options));
      return this;
    }

    /** Sets a switch that only tests may set: a failpoint, for example. */
    public Builder testSwitch(String name, String value) {
      return jvm("-Dgraspd.tests=true", "-Dgraspd." + name + "=" + value);
    }

    /** What follows the jar's name; {@code serve} if nothing is said. */
    public Builder arguments(String... words) {
      arguments = List.of(words);
      return this;
    }

    /** What the command line is handed to, to be run in a world of its making. */
    public Builder within(String... words) {
      wrapper = List.of(words);
      return this;
    }

    /** Starts, and returns when the server listens. */
    public ServerProcess start() {
      ServerProcess server = launch();
      server.awaitListening();
      return server;
    }

    /** Starts without waiting for anything. */
    public ServerProcess launch() {
      try {
        return new ServerProcess(process());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private Process process() throws IOException {
      if (!Files.isReadable(jar)) {
        throw new IllegalStateException(jar + " is missing: build it with mvn package");
      }
      List<String> command = new ArrayList<>(wrapper);
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(jvmOptions);
      command.add("-jar");
      command.add(jar.toAbsolutePath().toString());
      command.addAll(arguments);
      Files.createDirectories(directory);
      ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("NGIT_") || name.equals("JAVA_TOOL_OPTIONS"));
      builder.environment().putAll(environment);
      return builder.redirectErrorStream(true).start();
    }
  }

  private final Process process;
  private final Thread killer;
  private final CompletableFuture<URI> listening = new CompletableFuture<>();
  private final CompletableFuture<List<String>> ended = new CompletableFuture<>();
  private final List<String> lines = new ArrayList<>();

  private ServerProcess(Process process) {
    this.process = process;
    this.killer = new Thread(process::destroyForcibly, "end-server");
    Runtime.getRuntime().addShutdownHook(killer);
    Thread.ofPlatform().daemon().name("server-output-" + process.pid()).start(this::readOutput);
  }

  /**
   * Prepares a start.
   *
   * @param jar the runnable jar
   * @param directory where the server works and keeps its data, in {@code relay} and {@code git}
   */
  public static Builder of(Path jar, Path directory) {
    return new Builder(jar, directory);
  }

  /** Returns the address of the relay, without base path. */
  public URI uri() {
    return awaitListening();
  }

  /** Returns what the server has written so far, both streams together. */
  public List<String> output() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  /** Ends the server as a power cut would, as far as a process can. */
  public void kill() {
    process.toHandle().destroyForcibly();
    awaitExit();
  }

  /** Asks the server to end (SIGTERM) and returns its exit code. */
  public int terminate() {
    // Through the handle: the process itself would close its output, and the last lines be lost.
    process.toHandle().destroy();
    return awaitExit();
  }

  /** Waits for the end, all output read, and returns the exit code. */
  public int awaitExit() {
    try {
      ended.get(EXIT_SECONDS_MAX, TimeUnit.SECONDS);
      if (process.waitFor(EXIT_SECONDS_MAX, TimeUnit.SECONDS)) {
        forgetKiller();
        return process.exitValue();
      }
      throw new AssertionError("the server closed its output and does not end");
    } catch (TimeoutException | ExecutionException e) {
      throw new AssertionError("the server does not end; it said " + output(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the server ends", e);
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
  }

  private URI awaitListening() {
    try {
      return listening.get(START_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new AssertionError("the server did not start; it said " + output(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the server starts", e);
    }
  }

  private void readOutput() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      take("(output cannot be read: " + e + ")");
    }
    listening.completeExceptionally(new IOException("the server ended"));
    ended.complete(output());
  }

  private void take(String line) {
    synchronized (lines) {
      if (lines.size() < LINES_KEPT_MAX) {
        lines.add(line);
      }
    }
    Matcher matcher = LISTENING.matcher(line);
    if (matcher.find()) {
      listening.complete(URI.create("ws://" + matcher.group(1)));
    }
  }

  private void forgetKiller() {
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) {
      // This JVM is ending already: the hook runs or has run, and finds the process gone.
      lines.add("(ended at shutdown)");
    }
  }
}
