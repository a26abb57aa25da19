package dev.graspd.server.app.command;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.server.app.server.Server;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.data.NativeFiles;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.SchemaFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The way back: what is hosted here goes to another server, as a client would send it (M-11). */
@Timeout(180)
class ExportNetworkTest {
  private static final URI SERVICE = URI.create("ws://git.example.org");

  @TempDir private Path temp;
  private NativeFiles natives;
  private GitClient work;
  private Event request;
  private final HostedRepo tool = new HostedRepo(SERVICE, ALICE, "tool");
  private final HostedRepo book = new HostedRepo(SERVICE, BOB, "the book");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** A server with two repositories, a tag, a pull request and an issue; it has ended. */
  @BeforeEach
  void host() throws IOException, StartRefused {
    natives = NativeFiles.prepare(temp);
    work = GitClient.init(Files.createDirectory(temp.resolve("work")));
    String first = work.commit("file", "one");
    work.must("tag", "-a", "-m", "a tag", "v1");
    String tag = work.must("rev-parse", "v1").strip();
    String second = work.commit("file", "two");
    String change = work.commit("file", "a change");
    request = tool.pullRequest(BOB, change);
    Event issue =
        EventBuilder.kind(Kinds.ISSUE)
            .at(HostedRepo.now())
            .tag("a", tool.address())
            .content("it breaks")
            .signedBy(BOB);
    try (Server here = start("here", "git.example.org");
        RelayClient client = RelayClient.connect(URI.create(url(here)))) {
      publish(
          client,
          tool.announcement(),
          tool.state("main", second, "refs/tags/v1", tag),
          book.announcement(),
          book.state("main", first));
      push(here, tool, second + ":refs/heads/main", "v1");
      push(here, book, first + ":refs/heads/main");
      publish(client, request, issue);
      push(here, tool, change + ":refs/nostr/" + request.id());
    }
  }

  @AfterEach
  void release() {
    natives.close();
  }

  /** Some of them wait for git data. */
  private static void publish(RelayClient client, Event... events) {
    for (Event event : events) {
      assertThat(client.publish(event).accepted()).isTrue();
    }
  }

  private void push(Server server, HostedRepo repo, String... refs) {
    String path =
        "/%s/%s.git"
            .formatted(
                Bech32.npub(repo.owner().publicKey()), repo.identifier().replace(" ", "%20"));
    for (String ref : refs) {
      work.must("push", "http://" + Config.hostAndPort(server.address()) + path, ref);
    }
  }

  private SortedMap<String, String> environment(String name, String domain) {
    SortedMap<String, String> environment = new TreeMap<>();
    environment.put("NGIT_MIN_FREE_DISK_BYTES", "0");
    environment.put("NGIT_DOMAIN", domain);
    environment.put("NGIT_SYNC_ENABLED", "false");
    environment.put("NGIT_BIND_ADDRESS", "127.0.0.1:0");
    environment.put("NGIT_RELAY_DATA_PATH", temp.resolve(name + "/relay").toString());
    environment.put("NGIT_GIT_DATA_PATH", temp.resolve(name + "/git").toString());
    return environment;
  }

  private Server start(String name, String domain) throws StartRefused {
    return Server.start(
        new Config(
            Settings.read(Sources.ofEnvironment(environment(name, domain)), MachineSize.current())),
        null);
  }

  private static String url(Server server) {
    return "ws://" + Config.hostAndPort(server.address());
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new Cli(
            environment("here", "git.example.org"),
            temp,
            new PrintWriter(out, true),
            new PrintWriter(err, true))
        .run(arguments);
  }

  private String said() {
    return out + "\n" + err;
  }

  @Test
  void emptyServerGetsEventsAndRefsAndIsTheSameAfterwards() throws IOException, StartRefused {
    Path report = temp.resolve("report.json");
    try (Server there = start("there", "git.example.org")) {
      assertThat(run("export", "--to", url(there), "--json", report.toString()))
          .as(said())
          .isZero();
      assertThat(out.toString())
          .contains(
              "announcements: 2 found, 2 sent, 0 already there, 0 refused",
              "states: 2 found, 2 sent, 0 already there, 0 refused",
              "roots: 2 found, 2 sent, 0 already there, 0 refused",
              "refs: 4 found, 4 sent, 0 already there, 0 refused");
      SchemaFile schema =
          SchemaFile.parse(
              Files.readString(Path.of("../docs/reference/export-report.schema.json")));
      assertThat(schema.faults(Files.readString(report))).isEmpty();
      try (Server here = start("here", "git.example.org")) {
        assertThat(run("import", "verify", "--live", url(here), "--url", url(there)))
            .as(said())
            .isZero();
        assertThat(out.toString()).contains("refs: 4 there, 4 the same here, 0 different");
      }
    }
  }

  /** The first run was cut: events are there, and wait for git data. */
  @Test
  void resumedRunSendsNothingTwice() throws StartRefused {
    try (Server there = start("there", "git.example.org")) {
      try (RelayClient client = RelayClient.connect(URI.create(url(there)))) {
        assertThat(client.publish(request).accepted()).isFalse();
        publish(client, book.announcement());
      }
      assertThat(run("export", "--to", url(there))).as(said()).isZero();
      assertThat(run("export", "--to", url(there))).as(said()).isZero();
      assertThat(out.toString())
          .contains(
              "announcements: 2 found, 0 sent, 2 already there, 0 refused",
              "roots: 2 found, 0 sent, 2 already there, 0 refused",
              "refs: 4 found, 0 sent, 4 already there, 0 refused");
    }
  }

  @Test
  void runningServerIsExportedAsItIsAtTheMoment() throws StartRefused {
    try (Server there = start("there", "git.example.org");
        Server _ = start("here", "git.example.org")) {
      assertThat(run("export", "--to", url(there), "--dry-run")).as(said()).isZero();
      assertThat(out.toString())
          .contains(
              "announcements: 2 found, 2 would be sent",
              "refs: 4 found, 4 would be sent, 0 already there");
      assertThat(run("export", "--to", url(there))).as(said()).isZero();
      assertThat(out.toString()).contains("refs: 4 found, 4 sent, 0 already there, 0 refused");
    }
  }

  @Test
  void serverThatRefusesIsQuoted() throws StartRefused {
    try (Server there = start("there", "other.example.org")) {
      assertThat(run("export", "--to", url(there))).as(said()).isEqualTo(Cli.FAILED);
      assertThat(out.toString())
          .contains(
              "announcements: 2 found, 0 sent, 0 already there, 2 refused",
              "refs: 4 found, 0 sent, 0 already there, 4 refused",
              "refused: event ",
              "other.example.org",
              "HTTP 404");
    }
  }

  /** Its state is newer, and waits for a commit that is not here. */
  @Test
  void refThatIsSignedOtherwiseThereIsRefusedInItsWords() throws StartRefused {
    String elsewhere = work.commit("file", "pushed to the other server");
    try (Server there = start("there", "git.example.org")) {
      try (RelayClient client = RelayClient.connect(URI.create(url(there)))) {
        publish(client, book.announcement(), book.state("main", elsewhere));
      }
      assertThat(run("export", "--to", url(there))).as(said()).isEqualTo(Cli.FAILED);
      assertThat(out.toString())
          .contains("refs: 4 found, 3 sent, 0 already there, 1 refused")
          .containsPattern(
              "refused: npub1[a-z0-9]+/the book refs/heads/main: no signed state for"
                  + " refs/heads/main");
    }
  }

  @Test
  void nowhereIsSaid() {
    assertThat(run("export")).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("say where to");
    assertThat(run("export", "--to", "ws://127.0.0.1:1")).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("ws://127.0.0.1:1/ does not answer");
  }
}
