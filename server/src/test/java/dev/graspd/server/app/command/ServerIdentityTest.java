package dev.graspd.server.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.app.server.Server;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who a server is, from start to start on the same data. */
@Timeout(120)
class ServerIdentityTest {
  private static final String NSEC =
      "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5";
  private static final String OLD = "old.example.org";
  private static final String NEW = "new.example.org";

  @TempDir Path directory;

  private SortedMap<String, String> environment(String... more) {
    SortedMap<String, String> environment = new TreeMap<>();
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:0");
    environment.put("NGIT_RELAY_DATA_PATH", directory.resolve("relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", directory.resolve("git").toString());
    environment.put("NGIT_SYNC_ENABLED", "false");
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return environment;
  }

  /** Starts a server, which ends again. */
  private void run(@Nullable Path credentials, String... more) throws StartRefused {
    Config config =
        new Config(Settings.read(Sources.ofEnvironment(environment(more)), MachineSize.current()));
    String given = credentials == null ? null : credentials.toString();
    try (Server server = Server.start(config, given)) {
      assertThat(server.address().getPort()).isPositive();
    }
  }

  private void run(String... more) throws StartRefused {
    run(null, more);
  }

  @Test
  void anotherNameIsRefusedUnlessTheOperatorSaysSo() throws StartRefused {
    run("NGIT_DOMAIN", OLD);
    run("NGIT_DOMAIN", "OLD.example.org");
    assertThatThrownBy(() -> run("NGIT_DOMAIN", NEW))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("NGIT_DOMAIN")
        .hasMessageContaining(OLD)
        .hasMessageContaining("NGIT_NEW_DOMAIN=" + NEW)
        .hasMessageContaining("404");
    assertThatThrownBy(() -> run("NGIT_DOMAIN", NEW, "NGIT_NEW_DOMAIN", "third.example.org"))
        .isInstanceOf(StartRefused.class);
    run("NGIT_DOMAIN", NEW, "NGIT_NEW_DOMAIN", NEW);
    run("NGIT_DOMAIN", NEW, "NGIT_NEW_DOMAIN", NEW);
    run("NGIT_DOMAIN", NEW, "NGIT_NEW_DOMAIN", OLD);
    assertThatThrownBy(() -> run("NGIT_DOMAIN", OLD)).isInstanceOf(StartRefused.class);
  }

  @Test
  void nameThatComesFromThePortIsNotCompared() throws StartRefused {
    run();
    run("NGIT_DOMAIN", OLD);
    run();
    run("NGIT_DOMAIN", OLD);
    assertThatThrownBy(() -> run("NGIT_DOMAIN", NEW)).isInstanceOf(StartRefused.class);
  }

  @Test
  void plainRelayMayBeRenamed() throws StartRefused {
    run("NGIT_RELAY_ACCEPT", "all", "NGIT_DOMAIN", OLD);
    run("NGIT_RELAY_ACCEPT", "all", "NGIT_DOMAIN", NEW);
  }

  @Test
  void emptyRelayDirectoryBesideGitDataIsRefusedAndNothingIsRemoved()
      throws StartRefused, IOException {
    run("NGIT_RELAY_OWNER_NSEC", NSEC);
    Path pack = directory.resolve("git/families/ab/abcd/objects/pack/pack-1.pack");
    Files.createDirectories(pack.getParent());
    Files.writeString(pack, "somebody's work");
    FileTrees.delete(directory.resolve("relay"));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> run("NGIT_RELAY_OWNER_NSEC", NSEC))
          .isInstanceOf(StartRefused.class)
          .hasMessageContaining("NGIT_RELAY_DATA_PATH")
          .hasMessageContaining("mounted");
    }
    assertThat(pack).hasContent("somebody's work");
  }

  @Test
  void doctorKnowsTheServerWhoseKeyIsACredential() throws StartRefused, IOException {
    Path credentials = Files.createDirectories(directory.resolve("credentials"));
    Files.writeString(credentials.resolve("relay_owner_nsec"), NSEC);
    run(credentials, "NGIT_DOMAIN", OLD);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        new Cli(
                environment("NGIT_DOMAIN", OLD),
                directory,
                new PrintWriter(out, true),
                new PrintWriter(err, true))
            .run("doctor");
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains("git: 0 families, 0 problems");
    assertThat(exit).isZero();
  }
}
