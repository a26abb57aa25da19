package dev.graspd.testkit.suite;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
  private static ServerProcess.Builder quick(Path directory, String cache) {
    return ServerProcess.of(SharedServer.jar(), directory)
        .jvm("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Xlog:aot*=off", "-Xlog:cds*=off", cache);
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

  private static void learn(Path directory, Path cache) throws IOException {
    Path draft = directory.resolve("draft.aot");
    Path data = SharedServer.directory("quick-start");
    String domain = "first.example.org";
    try (ServerProcess server =
        quick(data, "-XX:AOTCacheOutput=" + draft)
            .environment("NGIT_RELAY_ACCEPT", "grasp")
            .environment("NGIT_DOMAIN", domain)
            .start()) {
      host(server.uri(), domain, data.resolve("work"));
      assertThat(server.terminate()).isZero();
    }
    Files.move(draft, cache, StandardCopyOption.REPLACE_EXISTING);
  }

  /** A repository is announced, pushed to twice, asked for and read. */
  private static void host(URI server, String domain, Path directory) {
    HostedRepo repo =
        new HostedRepo(URI.create("ws://" + domain), Signer.named("quick start"), "first");
    String url = repo.cloneUrl().replace("http://" + domain, "http://" + server.getAuthority());
    GitClient work = GitClient.init(directory);
    try (RelayClient relay = RelayClient.connect(server)) {
      for (int i = 0; i < 2; i++) {
        String commit = work.commit("README", i + "\n");
        assertThat(relay.publish(repo.announcement()).accepted()).isTrue();
        assertThat(relay.publish(repo.state("main", commit)).accepted()).isTrue();
        work.must("push", url, "main");
      }
      assertThat(relay.query("{\"limit\":10}").events()).isNotEmpty();
    }
    work.must("clone", "-q", url, "copy");
  }
}
