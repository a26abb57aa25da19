package dev.graspd.server.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.app.server.Server;
import dev.graspd.server.migrate.ngit.OldServer;
import dev.graspd.server.migrate.ngit.OldServerFixture;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.data.NativeFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a running server, and comparisons of two (M-1, M-6, M-8, M-9). */
class ImportNetworkTest {
  @TempDir private Path temp;
  private OldServer old;
  private String from = "";
  private NativeFiles natives;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** A first server with the data of the fixture. */
  @BeforeEach
  void unpack() throws IOException, StartRefused {
    old = OldServerFixture.unpack(temp.resolve("old"));
    from = temp.resolve("old").toString();
    assertThat(run("first", "import", "ngit-grasp", "--from", from)).as(said()).isZero();
    natives = NativeFiles.prepare(temp);
  }

  @AfterEach
  void release() {
    natives.close();
  }

  private SortedMap<String, String> environment(String name) {
    SortedMap<String, String> environment = new TreeMap<>();
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    environment.put("NGIT_DOMAIN", "git.example.org");
    environment.put("NGIT_HOLDING_RETENTION_SECS", "315360000");
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:0");
    environment.put("NGIT_RELAY_DATA_PATH", temp.resolve(name + "/relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", temp.resolve(name + "/git").toString());
    return environment;
  }

  private int run(String name, String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new Cli(environment(name), temp, new PrintWriter(out, true), new PrintWriter(err, true))
        .run(arguments);
  }

  private Server start(String name) throws StartRefused {
    Sources sources =
        new Sources(Collections.emptySortedMap(), environment(name), Collections.emptySortedMap());
    return Server.start(new Config(Settings.read(sources, MachineSize.current())), null);
  }

  private static String url(Server server) {
    return "ws://" + Config.hostAndPort(server.address());
  }

  private String said() {
    return out + "\n" + err;
  }

  @Test
  void anyServerIsCopiedByItsUrl() throws StartRefused {
    try (Server first = start("first")) {
      assertThat(run("second", "import", "grasp", url(first))).as(said()).isZero();
      assertThat(out.toString())
          .contains(
              "announcements: 1 found, 1 brought, 0 already here, 0 left out",
              "roots: 2 found, 2 brought, 0 already here, 0 left out",
              "2: about the old server itself, whose key is not taken over",
              "refs: 3 found, 3 brought, 0 already here, 0 left out");
      assertThat(run("second", "doctor")).as(said()).isZero();
      assertThat(run("second", "import", "grasp", url(first))).as(said()).isZero();
      assertThat(out.toString())
          .contains("announcements: 1 found, 0 brought, 1 already here, 0 left out");
      try (Server second = start("second")) {
        assertThat(run("x", "import", "verify", "--live", url(first), "--url", url(second)))
            .as(said())
            .isZero();
        assertThat(out.toString()).contains("refs: 3 there, 3 the same here, 0 different");
      }
    }
  }

  /** The files are an old copy, without the key; the running server shows which one it is. */
  @Test
  void keyHereMustBeTheOneThatTheRunningServerShows() throws IOException, StartRefused {
    Files.delete(temp.resolve("old/.relay-owner.nsec"));
    try (Server first = start("first")) {
      assertThat(run("second", "import", "ngit-grasp", "--from", from, "--live", url(first)))
          .isEqualTo(Cli.REFUSED);
      assertThat(err.toString()).contains("key was not found (its pubkey is ");
      assertThat(
              run(
                  "second",
                  "import",
                  "ngit-grasp",
                  "--from",
                  from,
                  "--live",
                  url(first),
                  "--new-key"))
          .as(said())
          .isZero();
      assertThat(run("second", "import", "ngit-grasp", "--from", from, "--live", url(first)))
          .isEqualTo(Cli.REFUSED);
      assertThat(err.toString()).contains("is not the key of the running server");
    }
  }

  @Test
  void dryRunOfAUrlTouchesNoDirectory() throws StartRefused {
    try (Server first = start("first")) {
      assertThat(run("second", "import", "grasp", url(first), "--dry-run")).as(said()).isZero();
      assertThat(out.toString()).contains("refs: 3 found, 3 would be brought");
      assertThat(temp.resolve("second/git")).doesNotExist();
    }
  }

  /** The copy of the running server may come first; then its files bring what is left. */
  @Test
  void runningServerIsCopiedAndThenItsFiles() throws StartRefused {
    try (Server first = start("first")) {
      assertThat(run("second", "import", "ngit-grasp", "--from", from, "--live", url(first)))
          .as(said())
          .isZero();
      assertThat(out.toString())
          .contains(
              "announcements: 1 found, 1 brought",
              "refs: 3 found, 3 brought",
              "1: comes with the last pass, after the repository that it has ended",
              "stop the old server and run this without --live: that takes about 2 s");
    }
    assertThat(run("second", "import", "ngit-grasp", "--from", from)).as(said()).isZero();
    assertThat(out.toString())
        .contains(
            "announcements: 1 found, 0 brought, 1 already here, 0 left out",
            "kept: 4 found, 1 brought, 0 already here, 3 left out",
            "held: ");
    assertThat(run("second", "doctor")).as(said()).isZero();
  }

  @Test
  void verifyNamesWhatIsMissing() throws IOException, StartRefused {
    Path report = temp.resolve("report.json");
    try (Server first = start("first")) {
      assertThat(
              run(
                  "x",
                  "import",
                  "verify",
                  "--from",
                  from,
                  "--url",
                  url(first),
                  "--json",
                  report.toString()))
          .as(said())
          .isEqualTo(Cli.FAILED);
      assertThat(out.toString())
          .contains(
              "kind 30617: 1 there, 1 the same here, 0 replaced or obeyed here, 0 missing",
              "kind 30618: 2 there, 1 the same here, 0 replaced or obeyed here, 1 missing",
              "refs: 3 there, 3 the same here, 0 different",
              "only here: 0 events");
      assertThat(Files.readString(report)).contains("\"same\":false", "\"missing\":1");
    }
  }

  @Test
  void serverThatDoesNotAnswerIsSaid() {
    String nowhere = "ws://127.0.0.1:1";
    assertThat(run("second", "import", "grasp", nowhere)).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("ws://127.0.0.1:1/ does not answer");
    assertThat(temp.resolve("second/relay/import-unfinished")).doesNotExist();
    assertThat(run("x", "import", "verify", "--live", nowhere, "--url", nowhere))
        .isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("nothing was compared");
    assertThat(run("second", "import", "grasp")).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("say where the server is");
    assertThat(run("second", "import", "grasp", "gopher://x")).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("not ws, wss, http or https");
  }

  @Test
  void keyThatTheRunningServerDoesNotShowIsRefused() throws IOException, StartRefused {
    Path other = temp.resolve("other.nsec");
    Files.writeString(other, "1".repeat(64));
    try (Server first = start("first")) {
      assertThat(run("second", "import", "grasp", url(first), "--key", other.toString()))
          .isEqualTo(Cli.REFUSED);
      assertThat(err.toString())
          .contains("is not the key of the running server", "--key")
          .doesNotContain("1111");
      assertThat(run("second", "import", "ngit-grasp", "--from", from, "--live", url(first)))
          .as(said())
          .isZero();
    }
    assertThat(old.relay()).exists();
  }
}
