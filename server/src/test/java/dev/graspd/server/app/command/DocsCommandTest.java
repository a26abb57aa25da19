package dev.graspd.server.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.app.manual.ExitCodes;
import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.DotEnv;
import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class DocsCommandTest {
  private static final List<String> FILES =
      List.of("commands.md", "graspd.1", "graspd.bash", "graspd.env", "graspd.fish", "graspd.zsh");

  /** Commands that print nothing for programs, and why. */
  private static final Map<String, String> WITHOUT_JSON =
      Map.of(
          "serve", "its output is the log, which NGIT_LOG_FORMAT=json makes JSON",
          "error-pages", "hidden: writes files for this tree's documentation and prints nothing",
          "train", "hidden: makes the AOT cache and prints nothing");

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();

  @BeforeEach
  void writeAll() {
    assertThat(run("docs", directory.resolve("made").toString())).isZero();
  }

  private int run(String... arguments) {
    return new Cli(
            new TreeMap<>(), directory, new PrintWriter(out, true), new PrintWriter(out, true))
        .run(arguments);
  }

  private String made(String name) throws IOException {
    return Files.readString(directory.resolve("made").resolve(name));
  }

  private static List<CommandSpec> commands() {
    return Commands.build().getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(spec -> !spec.usageMessage().hidden())
        .toList();
  }

  @Test
  void namesEachFileItWrites() {
    assertThat(out.toString().lines().map(line -> Path.of(line).getFileName().toString()))
        .containsExactlyElementsOf(FILES);
  }

  @Test
  void referencePageIsWhatDocsWrites() throws IOException {
    assertThat(Path.of("../docs/reference/commands.md"))
        .as("run ./graspd docs DIR and copy DIR/commands.md")
        .hasContent(made("commands.md"));
  }

  @Test
  void everyCommandThatPrintsTakesJson() {
    Map<String, CommandLine> all = Commands.build().getSubcommands();
    assertThat(all)
        .hasSizeGreaterThan(12)
        .containsKeys(WITHOUT_JSON.keySet().toArray(String[]::new));
    for (CommandLine command : all.values()) {
      CommandSpec spec = command.getCommandSpec();
      assertThat(command.getSubcommands()).as(spec.name()).isEmpty();
      assertThat(spec.findOption("--json") != null)
          .as(spec.name())
          .isEqualTo(!WITHOUT_JSON.containsKey(spec.name()));
    }
  }

  @Test
  void manPageHasEveryCommandOptionSettingAndExitCode() throws IOException {
    String page = made("graspd.1");
    assertThat(commands()).hasSizeGreaterThan(10);
    for (CommandSpec command : commands()) {
      assertThat(page).contains(".SS \"graspd " + command.name());
      command
          .options()
          .forEach(option -> assertThat(page).contains(option.longestName().replace("-", "\\-")));
      ExitCodes.of(command.name())
          .values()
          .forEach(meaning -> assertThat(page).contains(meaning.replace("-", "\\-")));
    }
    for (Key<?> key : ConfigKeys.all()) {
      assertThat(page.contains(".B \"" + key.name())).as(key.name()).isEqualTo(!key.hidden());
    }
    assertThat(page.chars()).as("plain ASCII").allMatch(one -> one < 0x7f);
  }

  @Test
  void environmentFileHasEveryKeyAsACommentWithItsDefault() throws Exception {
    String file = made("graspd.env");
    assertThat(file.lines()).allMatch(line -> line.isEmpty() || line.startsWith("#"));
    for (Key<?> key : ConfigKeys.all()) {
      assertThat(file.lines().anyMatch(line -> line.startsWith("#" + key.name() + "=")))
          .as(key.name())
          .isEqualTo(!key.hidden());
    }
    assertThat(file)
        .contains("#NGIT_BIND_ADDRESS=127.0.0.1:7334\n", "#NGIT_DOMAIN=\n", "Default: none.");
    String set =
        file.lines()
            .filter(line -> line.matches("#NGIT_\\w+=.+"))
            .map(line -> line.substring(1))
            .collect(Collectors.joining("\n"));
    Path home = Files.createDirectories(directory.resolve("home"));
    Files.writeString(home.resolve(".env"), set + "\n");
    Settings settings =
        Settings.read(
            new Sources(
                Collections.emptySortedMap(), Collections.emptySortedMap(), DotEnv.read(home)),
            MachineSize.current());
    assertThat(settings.unknownVariables()).isEmpty();
  }

  @Test
  void completionsNameEveryCommandAndTheSettingsOfServe() throws IOException {
    for (String shell : List.of("graspd.bash", "graspd.zsh", "graspd.fish")) {
      String script = made(shell);
      for (CommandSpec command : commands()) {
        assertThat(script).as(shell).contains(command.name());
      }
      assertThat(script).as(shell).contains("max-limit").doesNotContain("test-time-scale");
    }
  }

  @Test
  void bashReadsItsScriptAndCompletesACommand() throws IOException, InterruptedException {
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                ". made/graspd.bash; COMP_WORDS=(graspd pur); COMP_CWORD=1; _complete_graspd;"
                    + " echo \"${COMPREPLY[@]}\"")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    String answer = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(answer).isZero();
    assertThat(answer.strip()).isEqualTo("purgatory");
  }

  @Test
  void twoRunsWriteTheSameBytes() throws IOException {
    assertThat(run("docs", directory.resolve("again").toString(), "--json")).isZero();
    for (String name : FILES) {
      assertThat(Files.readString(directory.resolve("again").resolve(name))).isEqualTo(made(name));
    }
    assertThat(out.toString()).contains("{\"files\":[\"");
  }
}
