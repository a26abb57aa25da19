package dev.graspd.server.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.Store;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.data.DataDirectories;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.TestKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CliTest {
  private static final String NSEC =
      "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5";

  @TempDir Path directory;

  private final SortedMap<String, String> environment = new TreeMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void withoutACommandHelpIsShown() {
    assertThat(run()).isZero();
    assertThat(out.toString()).contains("serve", "keys", "config").doesNotContain("train");
  }

  @Test
  void helpOfACommandFitsAScreen() {
    for (String command :
        List.of(
            "serve", "keys", "config", "doctor", "backup", "restore", "why", "holding", "repo")) {
      out.getBuffer().setLength(0);
      assertThat(run(command, "--help")).isZero();
      String help = out.toString();
      assertThat(help.lines().count()).as(help).isLessThanOrEqualTo(24);
      assertThat(help).contains("graspd help settings").doesNotContain("--max-limit=");
      out.getBuffer().setLength(0);
      assertThat(run("help", command)).isZero();
      assertThat(out.toString()).isEqualTo(help);
    }
  }

  @Test
  void helpIsACommand() {
    assertThat(run("help")).isZero();
    assertThat(out.toString()).contains("serve", "config", "help settings");
    assertThat(run("help", "no-such-command")).isEqualTo(2);
    assertThat(run("help", "serve", "config")).isEqualTo(2);
    assertThat(err.toString().lines()).allMatch(line -> line.startsWith("graspd: "));
  }

  @Test
  void settingsAreAPageWithEveryFlagAndItsDefault() {
    assertThat(run("help", "settings")).isZero();
    String help = out.toString();
    for (Key<?> key : ConfigKeys.all()) {
      if (key.hasFlag() && !key.hidden()) {
        assertThat(help).contains(key.flag());
      }
    }
    assertThat(help)
        .contains("Default: 127.0.0.1:7334")
        .contains("heap / 8")
        .doesNotContain("--test-time-scale", "nsec");
  }

  @Test
  void whyAsksTheServerOfTheConfigurationOnThisMachine() {
    // Nobody listens on port 1.
    environment.put("NGIT_BIND_ADDRESS", "0.0.0.0:1");
    environment.put("NGIT_BASE_PATH", "/grasp");
    assertThat(run("why", "ab".repeat(32))).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("no server answers at http://127.0.0.1:1 ");
  }

  @Test
  void whyNeedsAnEventOrARefAndAnAddress() {
    assertThat(run("why")).isEqualTo(Cli.REFUSED);
    assertThat(run("why", "a", "b", "c")).isEqualTo(Cli.REFUSED);
    assertThat(run("why", "--url", "ws://127.0.0.1", "ab".repeat(32))).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("--url must begin with http:// or https://");
    assertThat(run("why", "--help")).isZero();
    assertThat(out.toString()).contains("nevent1", "--url", "REF");
  }

  @Test
  void versionIsShown() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).startsWith("graspd ").doesNotContain("$");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve --no-such-flag",
        "serve --max-limt=5",
        "serve --no-such-flag=true --max-limit=5",
        "serve --max-limit",
        "serve --max-limit=0",
        "serve --max-limit=1 --max-limit=2",
        "serve --max-limit 1 --max-limit 2",
        "serve --read-only=maybe",
        "serve surplus",
        "--no-such-flag",
        "no-such-command",
        "serve --relay-accept=some",
        "serve --private-mode=true",
        "keys --max-limit=0",
        "config --max-limit=0"
      })
  void wrongUsageIsOneLineAndExitCodeTwo(String line) {
    assertThat(run(line.split(" "))).isEqualTo(2);
    assertThat(err.toString().lines()).singleElement().asString().startsWith("graspd: ");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve --relay-owner-nsec=" + NSEC,
        "serve --relay-owner-nsec " + NSEC,
        "--relay-owner-nsec=" + NSEC
      })
  void keyIsNeverAnArgumentAndNeverShown(String line) {
    assertThat(run(line.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains("never an argument").doesNotContain(NSEC);
  }

  @Test
  void keysShowsThePublicPartOnly() {
    environment.put("NGIT_RELAY_OWNER_NSEC", NSEC);
    assertThat(run("keys")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "npub npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg",
            "hex  7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e",
            "from NGIT_RELAY_OWNER_NSEC");
  }

  @Test
  void keysMakesNoneUnlessAsked() {
    String path = directory.resolve("relay").toString();
    assertThat(run("keys", "--relay-data-path", path)).isEqualTo(2);
    assertThat(err.toString()).contains("there is no key yet").contains("graspd keys --new");
    assertThat(directory).isEmptyDirectory();
    assertThat(run("keys", "--relay-data-path", path, "--new")).isZero();
    List<String> made = out.toString().lines().toList();
    assertThat(made.getLast()).isEqualTo("from the file " + path + "/relay-owner.nsec, made now");
    out.getBuffer().setLength(0);
    assertThat(run("keys", "--relay-data-path", path)).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            made.getFirst(), made.get(1), "from the file " + path + "/relay-owner.nsec");
  }

  @Test
  void configTellsWhereEachValueComesFrom() throws IOException {
    environment.put("NGIT_MAX_FILTERS", "11");
    environment.put("NGIT_RELAY_OWNER_NSEC", NSEC);
    environment.put("NGIT_TYPO", "1");
    Files.writeString(directory.resolve(".env"), "NGIT_MAX_FILTERS=9\nNGIT_MAX_NEG_SESSIONS=4\n");
    assertThat(run("config", "--max-limit=600", "--read-only")).isZero();
    assertThat(out.toString().lines())
        .contains(
            "NGIT_MAX_LIMIT=600  # flag",
            "NGIT_READ_ONLY=true  # flag",
            "NGIT_MAX_FILTERS=11  # environment",
            "NGIT_MAX_NEG_SESSIONS=4  # .env",
            "# NGIT_BIND_ADDRESS=127.0.0.1:7334  # default",
            "# NGIT_RELAY_OWNER_NSEC is not shown  # environment");
    assertThat(err.toString()).contains("NGIT_TYPO (environment) is not a key of this server");
  }

  @Test
  void strictConfigAndDoctorFailForVariablesThatNobodyKnows() throws StartRefused {
    assertThat(run("config", "--strict")).isZero();
    environment.put("NGIT_TYPO", "1");
    assertThat(run("config", "--strict")).isEqualTo(Cli.FAILED);
    assertThat(err.toString()).contains("NGIT_TYPO (environment) is not a key of this server");
    fill();
    out.getBuffer().setLength(0);
    assertThat(run(doctor())).isEqualTo(Cli.FAILED);
    assertThat(out.toString())
        .isEqualTo("problem: NGIT_TYPO (environment) is not a key of this server\n" + SOUND);
  }

  @Test
  void slipInAVariableStopsEveryCommandThatReadsSettings() {
    environment.put("NGIT_RELAY_DATA_PAHT", directory.toString());
    assertThat(run("config")).isEqualTo(Cli.REFUSED);
    assertThat(run("serve")).isEqualTo(Cli.REFUSED);
    assertThat(err.toString().lines())
        .containsOnly(
            "graspd: NGIT_RELAY_DATA_PAHT (environment) is not a key of this server: did you mean"
                + " NGIT_RELAY_DATA_PATH?");
  }

  @Test
  void configCanBeUsedAsDotEnv() throws IOException {
    environment.put("NGIT_RELAY_NAME", "the \"best\" # of \\ all 'relays'");
    environment.put("NGIT_MAX_PUSH_BYTES", "5MiB");
    environment.put("NGIT_DELETION_REQUEST_RETENTION_DAYS", "7");
    assertThat(run("config", "--read-only")).isZero();
    String first = out.toString();
    Files.writeString(directory.resolve(".env"), first);
    environment.clear();
    out.getBuffer().setLength(0);
    assertThat(run("config")).isZero();
    assertThat(out.toString())
        .contains("NGIT_MAX_PUSH_BYTES=5242880  # .env")
        .isEqualTo(
            first
                .replaceAll("(?m)^([^#].*# )(flag|environment)$", "$1.env")
                .replace("=7  # environment", "=  # default"));
  }

  @Test
  void programsReadJson() throws StartRefused {
    environment.put("NGIT_MAX_FILTERS", "11");
    assertThat(run("config", "--json")).isZero();
    assertThat(out.toString())
        .contains("\"NGIT_MAX_FILTERS\":{\"value\":\"11\",\"source\":\"environment\"}")
        .hasLineCount(1);
    fill();
    out.getBuffer().setLength(0);
    String[] doctor =
        Stream.concat(Stream.of(doctor()), Stream.of("--json")).toArray(String[]::new);
    assertThat(run(doctor)).isZero();
    assertThat(out.toString())
        .isEqualTo(
            "{\"sound\":true,\"problems\":[],\"checked\":[\"format: 3\",\"store: 1 events served, 0 held, 0"
                + " problems\",\"git: 0 families, 0 problems\"]}\n");
    out.getBuffer().setLength(0);
    assertThat(
            run(
                "holding",
                "list",
                "--json",
                "--relay-data-path=" + directory.resolve("relay"),
                "--git-data-path=" + directory.resolve("git")))
        .isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(run("holding", "erase", "x", "--json")).isEqualTo(Cli.REFUSED);
  }

  @Test
  void bansAndOrdersOfAStoppedServerAreShownAndNothingElse() throws StartRefused {
    fill();
    String relay = "--relay-data-path=" + directory.resolve("relay");
    String git = "--git-data-path=" + directory.resolve("git");
    assertThat(run("ban", "list", relay, git)).isZero();
    assertThat(out.toString()).isEqualTo("nothing is banned\n");
    assertThat(run("audit", "--since", "7d", relay, git)).isZero();
    assertThat(out.toString()).endsWith("no order is recorded\n");
    String event = "0".repeat(64);
    assertThat(run("ban", "event", event, relay, git)).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("the server is not running");
  }

  @Test
  void hooksOfAStoppedServerAreShownAndOrdersThatMakeNoSenseAreRefused()
      throws StartRefused, IOException {
    fill();
    String relay = "--relay-data-path=" + directory.resolve("relay");
    String git = "--git-data-path=" + directory.resolve("git");
    assertThat(run("hook", "list", relay, git)).isZero();
    assertThat(out.toString()).isEqualTo("there is no hook\n");
    assertThat(run("hook", "log", relay, git)).isZero();
    assertThat(run("hook", "list", "--json", relay, git)).isZero();
    assertThat(run("hook", "add", "https://ci.example/", "--on", "push", relay, git))
        .isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("the server is not running");

    assertThat(run("hook", "add", "https://ci.example/")).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("--on push,issue");
    assertThat(run("hook", "remove", "x")).isEqualTo(Cli.REFUSED);
    assertThat(run("hook", "send")).isEqualTo(Cli.REFUSED);
    assertThat(run("hook", "list", "1")).isEqualTo(Cli.REFUSED);
    assertThat(run("hook", "list", "--on", "push")).isEqualTo(Cli.REFUSED);
    assertThat(run("hook", "change", "1")).isEqualTo(Cli.REFUSED);
    Path weak = Files.writeString(directory.resolve("weak"), "short\n");
    assertThat(run("hook", "add", "https://ci.example/", "--on", "push", "--secret-file=" + weak))
        .isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("16 to 256 visible ASCII characters");
  }

  @Test
  void bansThatMakeNoSenseAreRefusedBeforeTheServerIsAsked() {
    String event = "0".repeat(64);
    assertThat(run("ban", "event", "abc")).isEqualTo(Cli.REFUSED);
    assertThat(run("ban", "person", event)).isEqualTo(Cli.REFUSED);
    assertThat(run("ban", "list", event)).isEqualTo(Cli.REFUSED);
    assertThat(run("unban", "list")).isEqualTo(Cli.REFUSED);
    assertThat(run("ban", "event", event, "--for", "soon")).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("--for: 'soon' is no time: 30m, 12h, 7d, 2w");
    assertThat(run("ban", "event", event, "--reason", "x".repeat(257))).isEqualTo(Cli.REFUSED);
    assertThat(err.toString()).contains("--reason: at most 256 characters");
  }

  @Test
  void programsReadTheKeyHeldEventsAndForeignSettingsAsJson() throws StartRefused, IOException {
    fill();
    assertThat(run("keys", "--json")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            {"npub":"npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg",\
            "hex":"7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e",\
            "source":"environment","from":"NGIT_RELAY_OWNER_NSEC"}
            """);
    out.getBuffer().setLength(0);
    String relay = "--relay-data-path=" + directory.resolve("relay");
    String git = "--git-data-path=" + directory.resolve("git");
    assertThat(run("purgatory", "list", "--json", relay, git)).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(run("purgatory", "drop", "--all", "--json", relay, git)).isZero();
    assertThat(out.toString())
        .isEqualTo("{\"done\":true,\"answer\":\"0 held events are dropped\"}\n");
    out.getBuffer().setLength(0);
    Path old = Files.writeString(directory.resolve("old.env"), "NGIT_MAX_FILTERS=many\n");
    assertThat(run("config", "--as-ngit-grasp", old.toString(), "--json")).isEqualTo(Cli.FAILED);
    assertThat(out.toString()).startsWith("{\"refused\":1,\"lines\":[\"# stricter: ");
    assertThat(run("config", "--reference", "--json")).isEqualTo(Cli.REFUSED);
  }

  @Test
  void harnessesThatGiveVariablesOrFlagsOnlyGetTheServer() {
    String[] none = {};
    assertThat(Commands.withDefault(none, Map.of())).isEmpty();
    assertThat(Commands.withDefault(none, Map.of("NGIT_BIND_ADDRESS", "127.0.0.1:0")))
        .containsExactly("serve");
    assertThat(Commands.withDefault(none, Map.of("NGIT_DOMAIN", "x"))).containsExactly("serve");
    assertThat(Commands.withDefault(new String[] {"--domain", "x"}, Map.of()))
        .containsExactly("serve", "--domain", "x");
    assertThat(Commands.withDefault(new String[] {"--help"}, Map.of("NGIT_DOMAIN", "x")))
        .containsExactly("--help");
    assertThat(Commands.withDefault(new String[] {"keys"}, Map.of("NGIT_DOMAIN", "x")))
        .containsExactly("keys");
  }

  // ---- doctor

  private static final String SOUND =
      "format: 3\nstore: 1 events served, 0 held, 0 problems\ngit: 0 families, 0 problems\n";

  private String[] doctor() {
    return new String[] {
      "doctor",
      "--relay-data-path=" + directory.resolve("relay"),
      "--git-data-path=" + directory.resolve("git")
    };
  }

  private Config.Data data() {
    return new Config.Data(directory.resolve("relay"), directory.resolve("git"), Backend.LMDB, 0);
  }

  private void fill() throws StartRefused {
    environment.put("NGIT_RELAY_OWNER_NSEC", NSEC);
    try (DataDirectories locked = DataDirectories.open(data());
        Store store = Stores.open(locked.relay())) {
      Event note = EventBuilder.note("a note").unsignedBy(TestKeys.ALICE);
      store.write(tx -> tx.append(note, note.createdAt())).toCompletableFuture().join();
    }
  }

  @Test
  void doctorFindsSoundDataSoundAndLeavesItAsItIs() throws IOException, StartRefused {
    fill();
    byte[] before = Files.readAllBytes(directory.resolve("relay/data.mdb"));
    assertThat(run(doctor())).isZero();
    assertThat(out.toString()).isEqualTo(SOUND);
    assertThat(Files.readAllBytes(directory.resolve("relay/data.mdb"))).isEqualTo(before);
  }

  @Test
  void doctorNamesEachProblem() throws IOException, StartRefused {
    fill();
    Files.createDirectories(directory.resolve("git/quarantine/left"));
    Files.createDirectories(directory.resolve("git/families/ab/abcd"));
    assertThat(run(doctor())).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly(
            "format: 3",
            "store: 1 events served, 0 held, 0 problems",
            "problem: quarantine has left, which nobody waits for",
            "problem: directory ab/abcd is of no family in the store",
            "git: 0 families, 2 problems");
  }

  @Test
  void doctorLeavesOutWhatARunningServerMayBeDoing() throws StartRefused, IOException {
    fill();
    Files.createDirectories(directory.resolve("git/quarantine/new"));
    Files.createDirectories(directory.resolve("git/families/ab/abcd"));
    try (DataDirectories running = DataDirectories.open(data())) {
      assertThat(running.areNew()).isFalse();
      assertThat(run(doctor())).isZero();
    }
    assertThat(out.toString().lines())
        .containsExactly(
            "graspd is running on this data (process %d): this is what it has on disk now"
                .formatted(ProcessHandle.current().pid()),
            "format: 3",
            "store: 1 events served, 0 held, 0 problems",
            "git: 0 families, 0 problems");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void doctorWithoutDataMakesNone() {
    assertThat(run(doctor())).isEqualTo(2);
    assertThat(err.toString()).contains("there is no store in");
    assertThat(directory).isEmptyDirectory();
  }

  private int run(String... arguments) {
    return new Cli(environment, directory, new PrintWriter(out, true), new PrintWriter(err, true))
        .run(arguments);
  }
}
