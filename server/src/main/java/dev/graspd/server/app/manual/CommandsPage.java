package dev.graspd.server.app.manual;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the reference page of commands and exit codes, in Markdown. */
final class CommandsPage {
  private static final String HEAD =
      """
      # Commands

      <!-- Written by `./graspd docs` from the table of commands. Do not edit. -->

      Every setting is an option, too: `NGIT_MAX_LIMIT` is `--max-limit` ([configuration](configuration.md)).
      `graspd help COMMAND` shows the same as this page. With `--json` a command prints JSON on stdout: one object, or
      one a line for lists. A failure is one line on stderr that begins with `graspd: `, in every format.

      | exit code | meaning |
      | --- | --- |
      """;

  private CommandsPage() {}

  static String render(CommandSpec root) {
    StringBuilder page = new StringBuilder(HEAD);
    ExitCodes.MEANINGS.forEach((code, meaning) -> row(page, String.valueOf(code), meaning));
    for (CommandSpec command : Described.commands(root)) {
      page.append("\n## ").append(command.name()).append("\n\n");
      page.append("`").append(Described.synopsis(command)).append("`\n\n");
      page.append(Described.about(command)).append("\n\n| | |\n| --- | --- |\n");
      for (PositionalParamSpec one : Described.positionals(command)) {
        row(page, code(one.paramLabel()), Described.text(one.description()));
      }
      for (OptionSpec one : Described.options(command)) {
        row(page, code(Described.usage(one)), Described.text(one.description()));
      }
      ExitCodes.of(command.name())
          .forEach((code, meaning) -> row(page, "exit code " + code, meaning));
    }
    return page.toString();
  }

  private static String code(String text) {
    return "`" + text.replace("|", "\\|") + "`";
  }

  private static void row(StringBuilder page, String first, String second) {
    page.append("| ").append(first).append(" | ").append(second.replace("|", "\\|")).append(" |\n");
  }
}
