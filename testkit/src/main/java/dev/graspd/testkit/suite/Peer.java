package dev.graspd.testkit.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server that syncs with others on this machine, and comes back at the same address. */
public final class Peer implements AutoCloseable {
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Between two looks at a server that has the same processors as we. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String COMPLETE = "is complete here";

  private final Path directory;
  private final SortedMap<String, String> environment = new TreeMap<>();
  private final String host;
  private final int port;
  private ServerProcess process;

  private Peer(Path directory, String host, int port, Map<String, String> settings) {
    this.directory = directory;
    this.host = host;
    this.port = port;
    environment.put("NGIT_BIND_ADDRESS", host + ":" + port);
    environment.put("NGIT_RELAY_ACCEPT", "grasp");
    environment.put("NGIT_SYNC_ENABLED", "true");
    environment.put("NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "true");
    environment.putAll(settings);
    process = launch();
  }

  /** Starts a server that knows nobody. */
  public static Peer start(String name) {
    return start(name, Map.of());
  }

  public static Peer start(String name, Map<String, String> settings) {
    return at("127.0.0.1", Ports.reserve(), name, settings);
  }

  /** Starts a server at this address of the machine's own. */
  public static Peer at(String host, int port, String name, Map<String, String> settings) {
    return new Peer(SharedServer.directory(name), host, port, settings);
  }

  /** Starts a server that begins with what this one has. */
  public Peer follower(String name, Map<String, String> settings) {
    SortedMap<String, String> all = new TreeMap<>(settings);
    all.put("NGIT_SYNC_BOOTSTRAP_RELAY_URL", uri().toString());
    return start(name, all);
  }

  private ServerProcess launch() {
    return launch(Map.of());
  }

  private ServerProcess launch(Map<String, String> more) {
    return QuickStart.relay(directory).environment(environment).environment(more).start();
  }

  public URI uri() {
    return URI.create("ws://" + host + ":" + port);
  }

  public RelayClient connect() {
    return RelayClient.connect(uri());
  }

  public void kill() {
    process.kill();
  }

  public int terminate() {
    return process.terminate();
  }

  public void startAgain() {
    process = launch();
  }

  /** Starts again with these settings beside the others, until it is started again. */
  public void startAgainWith(Map<String, String> settings) {
    process = launch(settings);
  }

  /** Returns what a server says that does not start, once it has ended. */
  public String refusal() {
    try (ServerProcess refused = QuickStart.relay(directory).environment(environment).launch()) {
      assertThat(refused.awaitExit()).isNotZero();
      return String.join("\n", refused.output());
    }
  }

  public boolean logs(String words) {
    return process.output().stream().anyMatch(line -> line.contains(words));
  }

  /** Returns in how many lines since its start the server has said these words of a relay. */
  public long saidOf(URI relay, String words) {
    // Another relay's port may begin with the same digits.
    Pattern named = Pattern.compile(Pattern.quote(relay.toString()) + "(?!\\d)");
    return process.output().stream()
        .filter(line -> line.contains(words) && named.matcher(line).find())
        .count();
  }

  public void awaitWords(URI relay, String words) {
    await(() -> saidOf(relay, words) > 0);
  }

  /** Waits until everything that another server has is here. */
  public void awaitHistoryOf(Peer other) {
    awaitWords(other.uri(), COMPLETE);
  }

  public void awaitHistoryOf(URI relay) {
    awaitWords(relay, COMPLETE);
  }

  /** Waits until all these events are served here. */
  public void awaitServed(Event... events) {
    try (RelayClient relay = connect()) {
      await(() -> relay.query(Texts.only(events)).ids().size() == events.length);
    }
  }

  /** Waits until so many events are here and wait for their git data. */
  public void awaitHeld(int count) {
    await(() -> metric("ngit_store_held_events") == count);
  }

  /** Returns the value of a metric; the name may have labels. */
  public long metric(String name) {
    return metric(host + ":" + port, name);
  }

  public static long metric(String address, String name) {
    return metricLines(address, name + " ").stream()
        .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  /** Returns the lines of all metrics whose names begin so. */
  public List<String> metricLines(String beginning) {
    return metricLines(host + ":" + port, beginning);
  }

  private static List<String> metricLines(String address, String beginning) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + "/metrics")).build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith(beginning))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /**
   * Returns how many bytes are in quarantine: they belong to no repository, and should not stay.
   */
  public long quarantinedBytes() {
    Path quarantine = directory.resolve("git").resolve("quarantine");
    if (!Files.isDirectory(quarantine)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(quarantine)) {
      return files.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
    } catch (IOException | UncheckedIOException e) {
      // Something was removed under our eyes, so something was there.
      return 1;
    }
  }

  /** Returns how many bytes the packs of a repository have. */
  public long packBytes(String identifier) {
    Path family = FamilyDirectory.of(directory, identifier);
    if (!Files.isDirectory(family)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(family)) {
      return files
          .filter(file -> file.toString().endsWith(".pack"))
          .map(Path::toFile)
          .mapToLong(File::length)
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the packs of a repository, for those who damage them. */
  public List<Path> packs(String identifier) {
    Path packs = FamilyDirectory.of(directory, identifier).resolve("objects/pack");
    try (Stream<Path> files = Files.list(packs)) {
      return files.filter(file -> file.toString().endsWith(".pack")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the doctor says of its data, once it has ended; nothing if all is well. */
  public String problems() {
    try (ServerProcess doctor =
        QuickStart.relay(directory).environment(environment).arguments("doctor").launch()) {
      return doctor.awaitExit() == 0 ? "" : String.join("\n", doctor.output());
    }
  }

  /** Returns how many events this server has sent to anybody. */
  public long eventsSent() {
    return metric("ngit_websocket_messages_sent_total{type=\"EVENT\"}");
  }

  /** Waits until something is so. */
  public void await(BooleanSupplier condition) {
    await(condition, () -> "");
  }

  /** Waits until something is so; a failure says what it still lacks. */
  public void await(BooleanSupplier condition, Supplier<String> lacking) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime())
          .as(() -> "in time; " + lacking.get() + " the server said " + process.output())
          .isLessThan(end);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  @Override
  public void close() {
    process.close();
  }

  /** Closes those that were started: tests that are skipped have started none. */
  public static void close(@Nullable Peer... peers) {
    for (Peer peer : peers) {
      if (peer != null) {
        peer.close();
      }
    }
  }
}
