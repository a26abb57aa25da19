package dev.graspd.system.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A start where the machine gives less than usual, all at once: a chroot whose root is in no table
 * of mounts, a /tmp that allows no programs, and too few addresses for the store's usual map. Needs
 * root, for a world of its own.
 */
class NarrowMachineTest {
  /** Takes the new root, then the command to run in it. */
  private static final String CHROOT =
      """
      root=$1; shift
      for path in /*; do
        name=${path#/}
        if [ "$name" = tmp ] || [ "$name" = data ]; then continue
        elif [ -L "$path" ]; then cp -Pf "$path" "$root/$name"
        elif [ -d "$path" ]; then mkdir -p "$root/$name" && mount --bind "$path" "$root/$name"
        fi
      done
      mkdir -p "$root/tmp" "$root/data"
      mount -t tmpfs -o noexec,size=64m tmpfs "$root/tmp"
      ulimit -v 8000000
      exec chroot "$root" "$@"
      """;

  @TempDir Path directory;

  private String[] within(Path root) {
    return new String[] {"unshare", "-m", "sh", "-ec", CHROOT, "sh", root.toString()};
  }

  private void assumeRoot() throws IOException, InterruptedException {
    Path root = Files.createDirectory(directory.resolve("trial"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> trial =
        Stream.concat(
                Stream.of(within(root)),
                Stream.of("test", "-x", java, "-a", "-r", jar().toString()))
            .toList();
    int exit = new ProcessBuilder(trial).redirectErrorStream(true).start().waitFor();
    assumeTrue(exit == 0, "only root makes a world of its own");
  }

  private static Path jar() {
    return SharedServer.jar().toAbsolutePath();
  }

  /** A command that reads the store needs the same libraries. */
  private String doctor(Path root) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(within(root)),
                        Stream.of(
                            java,
                            "-Xmx256m",
                            "-XX:ReservedCodeCacheSize=64m",
                            "--enable-native-access=ALL-UNNAMED",
                            "-jar",
                            jar().toString(),
                            "doctor"))
                    .toList())
            .redirectErrorStream(true);
    builder.environment().put("NGIT_RELAY_DATA_PATH", "/data/relay");
    builder.environment().put("NGIT_GIT_DATA_PATH", "/data/git");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  @Claims("C-19")
  void theServerStartsAllTheSame() throws IOException, InterruptedException {
    assumeRoot();
    Path root = Files.createDirectory(directory.resolve("root"));
    Event note = EventBuilder.note("in a narrow place").signedBy(TestKeys.ALICE);
    try (ServerProcess server =
        ServerProcess.of(jar(), directory.resolve("work"))
            .environment("NGIT_RELAY_DATA_PATH", "/data/relay")
            .environment("NGIT_GIT_DATA_PATH", "/data/git")
            .jvm("-Xmx256m", "-XX:ReservedCodeCacheSize=64m")
            .within(within(root))
            .start()) {
      try (RelayClient relay = RelayClient.connect(server.uri())) {
        relay.store(note);
      }
      assertThat(server.output())
          .anyMatch(line -> line.contains("native libraries are in /data"))
          .anyMatch(line -> line.contains("the store can grow to"));
      assertThat(server.terminate()).isZero();
    }
    assertThat(doctor(root)).contains("native libraries are in /data", "0 problems");
    try (Stream<Path> left = Files.list(root.resolve("data"))) {
      assertThat(left.map(path -> path.getFileName().toString())).containsOnly("relay", "git");
    }
  }
}
