package dev.graspd.testkit.suite;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Servers for tests that start many of them: the first one lives a whole life undisturbed, and what
 * its JVM learned in it takes half of the start away from all others.
 */
public final class QuickStart {
  private static @Nullable Path learned;

  private QuickStart() {}

  /** Prepares the start of a server that hosts repositories under this name. */
  public static ServerProcess.Builder hosting(Path directory, String domain) {
    return quick(directory, "-XX:AOTCache=" + learned())
        .environment("NGIT_RELAY_ACCEPT", "grasp")
        .environment("NGIT_DOMAIN", domain);
  }

  /** Prepares the start of a relay. */
  public static ServerProcess.Builder relay(Path directory) {
    return quick(directory, "-XX:AOTCache=" + learned());
  }

  /** The JVM's flags are the same for all: what it learned is of no use under others. */
  private static ServerProcess.Builder quick(Path directory, String... cache) {
    return ServerProcess.of(SharedServer.jar(), directory)
        .jvm("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Xlog:aot*=off", "-Xlog:cds*=off")
        .jvm(cache);
  }

  private static synchronized Path learned() {
    if (learned == null) {
      try {
        // Beside the jar: all modules share it.
        Path jar = SharedServer.jar().toAbsolutePath().normalize();
        Path directory = Files.createDirectories(jar.resolveSibling("quick-start"));
        long built = Files.getLastModifiedTime(jar).toMillis();
        Path cache = directory.resolve("graspd-" + built + ".aot");
        // Tests run in several processes; one of them has its server learn, for all.
        try (FileChannel channel = FileChannel.open(directory.resolve("lock"), CREATE, WRITE);
            FileLock _ = channel.lock()) {
          if (!Files.exists(cache)) {
            forget(directory);
            learn(directory, cache);
          }
        }
        learned = cache;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return learned;
  }

  /** Removes what was learned of jars that are gone. */
  private static void forget(Path directory) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(directory, "*.aot")) {
      for (Path cache : old) {
        Files.delete(cache);
      }
    }
  }

  /**
   * What most servers of tests do is done once: clients host and delete, another server is
   * followed, and git data is fetched from it.
   */
  private static void learn(Path directory, Path cache) throws IOException {
    Path draft = directory.resolve("draft.aot");
    Path data = SharedServer.directory("quick-start");
    Signer owner = Signer.named("quick start");
    URI first = URI.create("ws://127.0.0.1:" + Ports.reserve());
    URI second = URI.create("ws://127.0.0.1:" + Ports.reserve());
    SharedRepo shared = new SharedRepo(owner, "shared", List.of(first, second), List.of());
    GitClient work = GitClient.init(data.resolve("work"));
    List<Event> beginning = shared.beginning(work.commit("README", "shared\n"));
    try (ServerProcess other = syncing(data.resolve("other"), first).start();
        RelayClient relay = RelayClient.connect(other.uri())) {
      publish(relay, beginning);
      work.must("push", shared.cloneUrl(first), "main");
      try (ServerProcess server =
          syncing(data, second, "-XX:AOTCacheOutput=" + draft)
              .environment("NGIT_SYNC_BOOTSTRAP_RELAY_URL", first.toString())
              .start()) {
        use(second, owner, work, beginning);
        assertThat(server.terminate()).isZero();
      }
    }
    Files.move(draft, cache, StandardCopyOption.REPLACE_EXISTING);
  }

  private static ServerProcess.Builder syncing(Path directory, URI address, String... cache) {
    return quick(directory, cache)
        .environment("NGIT_BIND_ADDRESS", address.getAuthority())
        .environment("NGIT_RELAY_ACCEPT", "grasp")
        .environment("NGIT_SYNC_ENABLED", "true")
        .environment("NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "true");
  }

  /** Waits for what comes from the other server; hosts a repository of its own, and deletes it. */
  private static void use(URI server, Signer owner, GitClient work, List<Event> elsewhere) {
    HostedRepo repo = new HostedRepo(server, owner, "first");
    try (RelayClient relay = RelayClient.connect(server)) {
      for (int i = 0; i < 2; i++) {
        String commit = work.commit("README", i + "\n");
        publish(relay, List.of(repo.announcement(), repo.state("main", commit)));
        work.must("push", repo.cloneUrl(), "main");
      }
      String all = Texts.only(elsewhere.toArray(new Event[0]));
      Eventually.await(() -> relay.query(all).events().size() == elsewhere.size());
      work.must("clone", "-q", repo.cloneUrl(), "copy");
      assertThat(GitHttp.get("http://" + server.getAuthority() + "/metrics").statusCode())
          .isEqualTo(200);
      Event deletion =
          EventBuilder.kind(5).at(HostedRepo.now()).tag("a", repo.address()).signedBy(owner);
      publish(relay, List.of(deletion));
    }
  }

  private static void publish(RelayClient relay, List<Event> events) {
    events.forEach(event -> assertThat(relay.publish(event).accepted()).isTrue());
  }
}
