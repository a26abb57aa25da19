package dev.graspd.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Our server, started by its launcher on its own port and data directory. */
public final class OwnServer implements Relay, AutoCloseable {
  private static final Duration START_MAX = Duration.ofMinutes(5);
  private static final Duration STOP_MAX = Duration.ofSeconds(30);
  private static final int CLOCK_TICKS_PER_SECOND = 100;
  private static final int POLL_MILLIS = 5;
  private static final String COMMITS = "ngit_store_commit_duration_seconds_count";

  private final Process process;
  private final int port;
  private final Duration startedIn;
  private final Disk disk;

  private OwnServer(Process process, int port, Duration startedIn, Disk disk) {
    this.process = process;
    this.port = port;
    this.startedIn = startedIn;
    this.disk = disk;
  }

  /** Starts the launcher and waits until the server is ready. */
  static OwnServer start(Path launcher, Path data, int port, Map<String, String> settings)
      throws IOException, InterruptedException {
    Files.createDirectories(data);
    Path log = data.resolve("server.log");
    ProcessBuilder builder =
        new ProcessBuilder(launcher.toString(), "serve")
            .directory(data.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("NGIT_"));
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:" + port);
    environment.put("NGIT_RELAY_ACCEPT", "all");
    environment.put("NGIT_SYNC_ENABLED", "false");
    environment.put("NGIT_RELAY_DATA_PATH", data.resolve("relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", data.resolve("git").toString());
    environment.putAll(settings);
    long begin = System.nanoTime();
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "end-server"));
    awaitReady(process, port, log);
    Duration startedIn = Duration.ofNanos(System.nanoTime() - begin);
    return new OwnServer(process, port, startedIn, Disk.of(data));
  }

  public Duration startedIn() {
    return startedIn;
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public URI uri() {
    return URI.create("ws://127.0.0.1:" + port + "/");
  }

  @Override
  public Optional<ProcessCost> cost() {
    try {
      return Optional.of(new ProcessCost(cpuSeconds(), residentBytes(), disk.writtenBytes()));
    } catch (IOException e) {
      throw new IllegalStateException("the server is gone", e);
    }
  }

  @Override
  public OptionalLong commits() {
    try {
      return Http.get(port, "/metrics")
          .lines()
          .filter(line -> line.startsWith(COMMITS))
          .mapToLong(line -> Long.parseLong(line.substring(COMMITS.length()).strip()))
          .findFirst();
    } catch (IOException e) {
      throw new IllegalStateException("the server does not answer", e);
    }
  }

  private double cpuSeconds() throws IOException {
    String stat = Files.readString(proc("stat"));
    // The name in brackets may contain blanks; utime and stime are fields 14 and 15 of the line.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12]))
        / (double) CLOCK_TICKS_PER_SECOND;
  }

  /** Without the store's mapped file, which is cache of the system. */
  private long residentBytes() throws IOException {
    return field("status", "RssAnon:") * 1024;
  }

  private long field(String file, String name) throws IOException {
    for (String line : Files.readAllLines(proc(file))) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
      }
    }
    throw new IOException(name + " is not in " + proc(file));
  }

  private Path proc(String file) {
    return Path.of("/proc", Long.toString(process.pid()), file);
  }

  /** Makes the JVM return unused memory, for comparisons. */
  @Override
  public void collectGarbage() throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    new ProcessBuilder(jcmd.toString(), Long.toString(pid()), "GC.run")
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** Returns the bytes of the objects that are in use, after a full collection. */
  public long liveHeapBytes() throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process histogram =
        new ProcessBuilder(jcmd.toString(), Long.toString(pid()), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String answer = new String(histogram.getInputStream().readAllBytes(), UTF_8);
    histogram.waitFor();
    // Its last line: Total, instances, bytes.
    String[] total = answer.substring(answer.lastIndexOf("Total")).strip().split("\\s+", -1);
    return Long.parseLong(total[2]);
  }

  /** Stops it as an operator does. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Returns a free port. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitReady(Process process, int port, Path log)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_MAX.toNanos();
    while (!isReady(port)) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IOException("the server did not start; its log:\n" + Files.readString(log));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static boolean isReady(int port) {
    try {
      return Http.get(port, "/readyz").startsWith("HTTP/1.1 200 ");
    } catch (IOException e) {
      return false;
    }
  }
}
