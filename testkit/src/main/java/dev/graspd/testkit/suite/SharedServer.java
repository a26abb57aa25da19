package dev.graspd.testkit.suite;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.client.RelayInformation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The servers that all tests of a run share: a start costs more than a test. Tests keep out of each
 * other's way by keys of their own. Each is started when the first test asks for it and dies with
 * the run.
 */
public final class SharedServer {
  /**
   * Takes any valid event. The server that {@code -Dgraspd.url} names takes its place if it hosts
   * nothing, and that of {@link #HOSTING} if it does.
   */
  public static final SharedServer PLAIN = new SharedServer("plain", Map.of());

  /** Small limits, a base path, a public name and proof of work. */
  public static final SharedServer STRICT =
      new SharedServer(
          "strict",
          Map.of(
              "NGIT_DOMAIN", Strict.DOMAIN,
              "NGIT_BASE_PATH", Strict.BASE_PATH,
              "NGIT_RELAY_FILTER_LIMIT", "10",
              "NGIT_MAX_LIMIT", "20",
              "NGIT_RELAY_MAX_SUBSCRIPTIONS", "5",
              "NGIT_MAX_FILTERS", "3",
              "NGIT_MAX_FILTER_VALUES", "10",
              "NGIT_MIN_POW_DIFFICULTY", Integer.toString(Strict.DIFFICULTY),
              "NGIT_RELAY_NAME", Strict.NAME));

  /** Hosts repositories, by the default policy. */
  public static final SharedServer HOSTING =
      new SharedServer("hosting", Map.of("NGIT_RELAY_ACCEPT", "grasp"));

  /** Hosts repositories below a base path. */
  public static final SharedServer BASED =
      new SharedServer(
          "based", Map.of("NGIT_RELAY_ACCEPT", "grasp", "NGIT_BASE_PATH", "/grasp/here"));

  /** Hosts the repositories of one name only, and takes nothing for others. */
  public static final SharedServer CHOSEN =
      new SharedServer(
          "chosen",
          Map.of(
              "NGIT_RELAY_ACCEPT", "grasp",
              "NGIT_REPOSITORY_WHITELIST", "the-chosen-one",
              "NGIT_GRASP06_ENABLE", "false"));

  /** What the named server is called. */
  public static final String NAME = "git.example.com";

  /** Hosts repositories under a public name. */
  public static final SharedServer NAMED =
      new SharedServer("named", Map.of("NGIT_RELAY_ACCEPT", "grasp", "NGIT_DOMAIN", NAME));

  /** Hosts repositories; every key that is listed is a maintainer. */
  public static final SharedServer LISTED =
      new SharedServer(
          "listed", Map.of("NGIT_RELAY_ACCEPT", "grasp", "NGIT_MAINTAINER_MODE", "listed"));

  /** What the strict server was told. */
  public static final class Strict {
    public static final String DOMAIN = "relay.example.org";
    public static final String BASE_PATH = "/nostr";
    public static final int DIFFICULTY = 6;
    public static final String NAME = "strict test relay";

    private Strict() {}
  }

  private static final Path DIRECTORY = emptyDirectory();

  private final String name;
  private final SortedMap<String, String> environment;
  private @Nullable URI uri;

  private SharedServer(String name, Map<String, String> environment) {
    this.name = name;
    this.environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  /** Returns where the relay is; starts it if needed. */
  public synchronized URI uri() {
    if (uri == null) {
      String given = given();
      uri = given == null ? started() : foreign(this, given);
      if (this == PLAIN) {
        IdleSession.open(uri);
      }
    }
    return uri;
  }

  /** Returns the runnable jar that the build made; it plays no part in tests of another server. */
  public static Path jar() {
    Assumptions.assumeTrue(given() == null, "starts a server of its own");
    return Path.of(System.getProperty("graspd.jar", "../server/target/graspd.jar"));
  }

  /** Returns a directory below the build's, for the data of a server; new in each run. */
  public static Path directory(String name) {
    return DIRECTORY.resolve(name);
  }

  /** Runs that have ended leave their data for a look; the next run removes it. */
  private static Path emptyDirectory() {
    Path all = Path.of("target", "servers").toAbsolutePath();
    try {
      Files.createDirectories(all);
      // Tests run in several processes, which begin at once: one of them removes, the others wait.
      try (FileChannel channel =
              FileChannel.open(all.resolveSibling("servers.lock"), CREATE, WRITE);
          FileLock _ = channel.lock();
          Stream<Path> runs = Files.list(all)) {
        runs.filter(SharedServer::isOver).forEach(SharedServer::delete);
        return Files.createDirectory(all.resolve(Long.toString(ProcessHandle.current().pid())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOver(Path run) {
    long pid = Long.parseLong(run.getFileName().toString());
    return pid == ProcessHandle.current().pid() || ProcessHandle.of(pid).isEmpty();
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether the tests are run against a server that somebody else has started. */
  public static boolean isElsewhere() {
    return given() != null;
  }

  private static @Nullable String given() {
    String url = System.getProperty("graspd.url", "");
    return url.isEmpty() ? null : url;
  }

  /** What a given server is good for depends on whether it hosts repositories. */
  private static URI foreign(SharedServer wanted, String url) {
    URI uri = URI.create(url);
    boolean hosts =
        RelayInformation.of(uri).field("supported_grasps") instanceof List<?> grasps
            && grasps.contains("GRASP-01");
    Assumptions.assumeTrue(wanted != PLAIN || !hosts, "needs a relay that takes any event");
    Assumptions.assumeTrue(wanted != HOSTING || hosts, "needs a server that hosts repositories");
    Assumptions.assumeTrue(
        wanted == PLAIN || wanted == HOSTING, "needs a server with other settings");
    return uri;
  }

  /** Nobody closes it: it dies with this JVM. */
  private URI started() {
    ServerProcess server = QuickStart.relay(directory(name)).environment(environment).start();
    return server.uri().resolve(environment.getOrDefault("NGIT_BASE_PATH", "/"));
  }
}
