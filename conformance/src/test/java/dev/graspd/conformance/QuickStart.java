package dev.graspd.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Servers for tests that start many of them: the first one lives a whole life undisturbed, and what
 * its JVM learned in it takes half of the start away from all others.
 */
final class QuickStart {
  private static @Nullable Path learned;

  private QuickStart() {}

  /** Prepares the start of a server that hosts repositories under this name. */
  static ServerProcess.Builder hosting(Path directory, String domain) {
    return quick(directory, "-XX:AOTCache=" + learned())
        .environment("NGIT_RELAY_ACCEPT", "grasp")
        .environment("NGIT_DOMAIN", domain);
  }

  /** Prepares the start of a relay. */
  static ServerProcess.Builder relay(Path directory) {
    return quick(directory, "-XX:AOTCache=" + learned());
  }

  /** The JVM's flags are the same for all: what it learned is of no use under others. */
  private static ServerProcess.Builder quick(Path directory, String cache) {
    return ServerProcess.of(SharedServer.jar(), directory)
        .jvm("-Xmx192m", "-XX:TieredStopAtLevel=1", "-Xlog:aot*=off", "-Xlog:cds*=off", cache);
  }

  private static synchronized Path learned() {
    if (learned == null) {
      Path directory = SharedServer.directory("quick-start");
      Path cache = directory.resolve("graspd.aot");
      String domain = "first.example.org";
      try (ServerProcess server =
          quick(directory, "-XX:AOTCacheOutput=" + cache)
              .environment("NGIT_RELAY_ACCEPT", "grasp")
              .environment("NGIT_DOMAIN", domain)
              .start()) {
        CrashPushes pushes =
            new CrashPushes(domain, "undisturbed", CrashPushes.commits(directory.resolve("work")));
        pushes.run(server.uri());
        assertThat(pushes.isDone()).as(pushes.toString()).isTrue();
        assertThat(server.terminate()).isZero();
      }
      assertThat(Files.exists(cache)).as("what the JVM learned").isTrue();
      learned = cache;
    }
    return learned;
  }
}
