package dev.graspd.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.config.Keys;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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
  void helpListsEveryFlagAndItsDefault() {
    assertThat(run("serve", "--help")).isZero();
    String help = out.toString();
    for (Key<?> key : Keys.all()) {
      if (key.hasFlag() && !key.hidden()) {
        assertThat(help).contains(key.flag());
      }
    }
    assertThat(help)
        .contains("Default: 127.0.0.1:7334")
        .contains("25 % of the heap")
        .doesNotContain("--test-time-scale", "nsec");
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
            "hex  7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e");
  }

  @Test
  void keysMakesNoneUnlessAsked() {
    String path = directory.resolve("relay").toString();
    assertThat(run("keys", "--relay-data-path", path)).isEqualTo(2);
    assertThat(err.toString()).contains("there is no key yet").contains("graspd keys --new");
    assertThat(directory).isEmptyDirectory();
    assertThat(run("keys", "--relay-data-path", path, "--new")).isZero();
    String made = out.toString();
    out.getBuffer().setLength(0);
    assertThat(run("keys", "--relay-data-path", path)).isZero();
    assertThat(out.toString()).isEqualTo(made);
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
            "NGIT_BIND_ADDRESS=127.0.0.1:7334  # default",
            "NGIT_RELAY_OWNER_NSEC=(hidden)  # environment");
    assertThat(err.toString()).contains("NGIT_TYPO is not a key of this server");
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

  private int run(String... arguments) {
    return new Cli(environment, directory, new PrintWriter(out, true), new PrintWriter(err, true))
        .run(arguments);
  }
}
