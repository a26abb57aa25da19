package dev.graspd.server.app.manual;

import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the completion function of zsh. */
final class ZshCompletion {
  private ZshCompletion() {}

  static String render(CommandSpec root) {
    StringBuilder script =
        new StringBuilder(
            "#compdef graspd\n# Completions of graspd for zsh; made by 'graspd docs'.\n");
    script.append("_graspd() {\n  local -a commands\n  commands=(\n");
    for (CommandSpec command : Described.commands(root)) {
      script.append(
          "    %s\n".formatted(quoted(command.name() + ":" + described(Described.about(command)))));
    }
    script.append("  )\n  if (( CURRENT == 2 )); then\n");
    script.append("    _describe -t commands command commands\n");
    script.append("    _arguments ").append(options(root)).append("\n    return\n  fi\n");
    script.append(
        "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n");
    for (CommandSpec command : Described.commands(root)) {
      script.append(
          "    %s) _arguments %s '*:argument:_files' ;;\n"
              .formatted(command.name(), options(command)));
    }
    return script.append("  esac\n}\n_graspd \"$@\"\n").toString();
  }

  private static String options(CommandSpec command) {
    return Described.options(command).stream()
        .map(ZshCompletion::option)
        .collect(Collectors.joining(" "));
  }

  private static String option(OptionSpec option) {
    String about =
        option.description().length == 0 ? "" : described(Described.text(option.description()[0]));
    String value =
        switch (option.arity().max()) {
          case 0 -> "";
          default ->
              (option.arity().min() == 0 ? "::" : ":") + described(option.paramLabel()) + ":_files";
        };
    return quoted(option.longestName() + "[" + about + "]" + value);
  }

  /** Colons and brackets end a part of a description. */
  private static String described(String text) {
    return text.replace("\\", "\\\\").replace(":", "\\:").replace("[", "\\[").replace("]", "\\]");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
