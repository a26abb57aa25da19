package dev.graspd.testkit.browser;

import dev.graspd.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A browser without a window, with a profile of its own. It reaches this machine and nothing else.
 * It dies with this JVM at the latest. Thread-safe; pages are cheap, browsers are not.
 */
public final class Chromium implements AutoCloseable {
  private static final long EXIT_SECONDS_MAX = 20;

  private final Path directory;
  private final Process process;
  private final Thread killer;
  private final DevTools tools;

  private Chromium(Path directory, Process process, Thread killer, DevTools tools) {
    this.directory = directory;
    this.process = process;
    this.killer = killer;
    this.tools = tools;
  }

  /**
   * Starts the browser; where there is none, the test is skipped and says so.
   *
   * @param directory for its profile and its log
   */
  public static Chromium start(Path directory) {
    Optional<Path> program = program();
    if (program.isEmpty()) {
      System.out.println("skipped: there is no chromium here (apt install chromium)");
    }
    Assumptions.assumeTrue(program.isPresent(), "there is no chromium here");
    try {
      return start(program.get(), Files.createDirectories(directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> program() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Chromium start(Path program, Path directory) throws IOException {
    Path profile = directory.resolve("profile");
    Process process =
        new ProcessBuilder(command(program, profile))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("chromium.log").toFile())
            .start();
    Thread killer = new Thread(() -> kill(process), "end-chromium");
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      return new Chromium(directory, process, killer, DevTools.connect(socket(process, profile)));
    } catch (IOException | RuntimeException | AssertionError e) {
      kill(process);
      throw e;
    }
  }

  private static List<String> command(Path program, Path profile) {
    return List.of(
        program.toString(),
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
        "--disable-component-update",
        "--disable-extensions",
        "--disable-sync",
        "--hide-scrollbars",
        "--no-default-browser-check",
        "--no-first-run",
        "--no-proxy-server",
        // No name has an address, so nothing leaves this machine.
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
        "--remote-debugging-port=0",
        "--user-data-dir=" + profile.toAbsolutePath(),
        "about:blank");
  }

  /** The browser writes the port and the path of its socket into a file. */
  private static URI socket(Process process, Path profile) throws IOException {
    Path file = profile.resolve("DevToolsActivePort");
    Eventually.await(
        () -> !process.isAlive() || lines(file).size() == 2, () -> "chromium opens no socket");
    List<String> lines = lines(file);
    if (lines.size() != 2) {
      throw new IOException("chromium has ended: see chromium.log in " + profile.getParent());
    }
    return URI.create("ws://127.0.0.1:" + lines.getFirst() + lines.getLast());
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException _) {
      // It is being written.
      return List.of();
    }
  }

  /** Opens a page in a window of its own. */
  public BrowserPage open() {
    Map<?, ?> created =
        tools.call("Target.createTarget", Map.of("url", "about:blank", "newWindow", true));
    String target = String.valueOf(created.get("targetId"));
    Map<?, ?> attached =
        tools.call("Target.attachToTarget", Map.of("targetId", target, "flatten", true));
    return BrowserPage.attached(tools, target, String.valueOf(attached.get("sessionId")));
  }

  /** Returns where the browser keeps its profile and its log. */
  public Path directory() {
    return directory;
  }

  @Override
  public void close() {
    try {
      var _ = tools.send("", "Browser.close", Map.of());
      if (!process.waitFor(EXIT_SECONDS_MAX, TimeUnit.SECONDS)) {
        kill(process);
      }
    } catch (InterruptedException e) {
      kill(process);
      Thread.currentThread().interrupt();
    } finally {
      tools.close();
    }
    forgetKiller();
  }

  private void forgetKiller() {
    try {
      boolean _ = Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException _) {
      // This JVM is ending already: the hook runs or has run, and finds the process gone.
      return;
    }
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
