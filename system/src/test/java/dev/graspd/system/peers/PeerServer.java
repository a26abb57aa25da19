package dev.graspd.system.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.WebSocketTap;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A server of either make: both take the same variables. Others reach it through a tap, so that its
 * address holds before it is up and while it is down; clients of a test are on its own side.
 */
final class PeerServer implements AutoCloseable {
  private static final String REFERENCE = "ngit-grasp";

  /** What ours says of a relay without NIP-77. */
  static final String CANNOT_COMPARE = "cannot compare sets";

  /**
   * The reference server starts one comparison or fetch a second, and three for each handful of new
   * issues: history of 164 events takes it half a minute, and minutes on a busy machine.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Between two looks at a server that has the same processors as we. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Longer than the reference server gathers what is new before it asks for more. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private static final long END_SECONDS_MAX = 60;
  private static final int LOG_LINES_SHOWN = 40;

  private final String make;
  private final List<String> command;
  private final Path directory;
  private final int port = Ports.reserve();
  private final WebSocketTap tap = WebSocketTap.before(port);
  private final SortedMap<String, String> environment = new TreeMap<>();
  private final Thread killer = new Thread(this::kill, "end-peer");
  private @Nullable Process process;

  private PeerServer(String make, List<String> command) {
    this.make = make;
    this.command = command;
    this.directory = SharedServer.directory(make + "-" + port);
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:" + port);
    environment.put("NGIT_DOMAIN", "127.0.0.1:" + tap.port());
    environment.put("NGIT_RELAY_DATA_PATH", directory.resolve("relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", directory.resolve("git").toString());
    environment.put("NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "true");
    environment.put("NGIT_SYNC_BASE_BACKOFF_SECS", "1");
    environment.put("NGIT_SYNC_MAX_BACKOFF_SECS", "2");
    environment.put("NGIT_SYNC_DISCONNECT_CHECK_INTERVAL_SECS", "1");
    Runtime.getRuntime().addShutdownHook(killer);
  }

  /** The server that this project builds. */
  static PeerServer graspd() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String jar = SharedServer.jar().toAbsolutePath().toString();
    return new PeerServer(
            "graspd",
            List.of(
                java,
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-jar",
                jar,
                "serve"))
        .with("NGIT_SYNC_BATCH_WINDOW_MS", "500");
  }

  /** The reference server. By itself it would also look for people on public relays. */
  static PeerServer reference(String binary) {
    return new PeerServer(REFERENCE, List.of(binary))
        .with("NGIT_SYNC_PLUS_ENABLED", "false")
        .with("NGIT_USER_INDEX_RELAYS", "")
        .with("NGIT_SYNC_PLUS_FALLBACK_RELAYS", "")
        // Its own suite runs like this: new items are gathered for 200 ms instead of 5 s.
        .with("NGIT_TEST", "1");
  }

  PeerServer with(String key, String value) {
    environment.put(key, value);
    return this;
  }

  PeerServer with(Map<String, String> settings) {
    environment.putAll(settings);
    return this;
  }

  String make() {
    return make;
  }

  /** The address that announcements name. */
  URI service() {
    return URI.create("ws://127.0.0.1:" + tap.port());
  }

  /** What others have asked on it. */
  WebSocketTap tap() {
    return tap;
  }

  void start() {
    try {
      Files.createDirectories(directory);
      ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("NGIT_"));
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      builder.environment().putAll(environment);
      builder.redirectErrorStream(true);
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    await("is up", this::answers);
  }

  private boolean answers() {
    try {
      return GitHttp.get("http://" + address()).statusCode() == 200;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof ConnectException && process != null && process.isAlive()) {
        return false;
      }
      throw new AssertionError(make + " did not start; it said\n" + said(), e);
    }
  }

  /** Asks it to end (SIGTERM), and waits. */
  void stop() {
    try {
      if (process != null) {
        process.destroy();
        if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
          throw new AssertionError(make + " does not end; it said\n" + said());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void kill() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private String address() {
    return "127.0.0.1:" + port;
  }

  private OutsideRelay relay() {
    return new OutsideRelay(URI.create("ws://" + address()));
  }

  /** Publishes events that the server must take. */
  void publish(List<Event> events) {
    assertThat(relay().publish(events)).as("what %s refuses", make).isEmpty();
  }

  /** Waits until all these events are served here. */
  void awaitServed(List<Event> events) {
    await("serves all", () -> missing(events).isEmpty(), () -> missing(events));
  }

  /** Waits until all these events are here, served or held until their git data come. */
  void awaitHere(List<Event> events) {
    await("has all", () -> missing(events).size() <= held(), () -> missing(events));
  }

  private long held() {
    return Peer.metric(address(), "ngit_store_held_events");
  }

  /** Returns kinds and ids of those that are not served here. */
  private SortedSet<String> missing(List<Event> events) {
    List<Event> served = relay().served(events);
    SortedSet<String> missing = new TreeSet<>();
    for (Event event : events) {
      if (!served.contains(event)) {
        missing.add(event.kind() + ":" + event.id().hex());
      }
    }
    return missing;
  }

  /**
   * Waits until it is not about to change what it listens to. The reference server closes a live
   * request before it opens the one that takes its place: what is published in between, it finds
   * with its daily comparison only. Ours opens the new one first.
   */
  void awaitSettled() {
    if (make.equals(REFERENCE)) {
      await("is settled", new Settling()::isOver);
    }
  }

  /** How often it has changed its live requests, and since when it has not. */
  private final class Settling {
    private long changes = -1;
    private long sinceNanos;

    boolean isOver() {
      long now = lines().stream().filter(line -> line.contains("live coverage")).count();
      if (now != changes) {
        changes = now;
        sinceNanos = System.nanoTime();
      }
      return System.nanoTime() - sinceNanos > QUIET.toNanos();
    }
  }

  /** Waits until something is so. */
  private void await(String what, BooleanSupplier condition) {
    await(what, condition, () -> "");
  }

  private void await(String what, BooleanSupplier condition, Supplier<?> detail) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "not in time: " + make + " " + what + " " + detail.get() + "; it said\n" + said());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  boolean logs(String words) {
    return lines().stream().anyMatch(line -> line.contains(words));
  }

  private Path log() {
    return directory.resolve("server.log");
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the end of its log, and where all of it is. */
  private String said() {
    List<String> lines = lines();
    List<String> end = lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size());
    return String.join("\n", end) + "\n(all of it: " + log() + ")";
  }

  @Override
  public void close() {
    kill();
    Runtime.getRuntime().removeShutdownHook(killer);
    tap.close();
  }
}
