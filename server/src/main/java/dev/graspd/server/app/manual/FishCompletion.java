package dev.graspd.server.app.manual;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the completion script of the fish shell. */
final class FishCompletion {
  private FishCompletion() {}

  static String render(CommandSpec root) {
    StringBuilder script =
        new StringBuilder("# Completions of graspd for fish; made by 'graspd docs'.\n");
    script.append("complete -c graspd -f\n");
    for (OptionSpec option : Described.options(root)) {
      script.append(option("__fish_use_subcommand", option));
    }
    for (CommandSpec command : Described.commands(root)) {
      script.append(
          "complete -c graspd -n __fish_use_subcommand -a %s -d %s\n"
              .formatted(command.name(), quoted(Described.about(command))));
      String condition = quoted("__fish_seen_subcommand_from " + command.name());
      for (OptionSpec option : Described.options(command)) {
        script.append(option(condition, option));
      }
      if (Described.positionals(command).stream()
          .anyMatch(one -> one.paramLabel().equals("DIRECTORY"))) {
        script.append("complete -c graspd -n %s -F\n".formatted(condition));
      }
    }
    return script.toString();
  }

  private static String option(String condition, OptionSpec option) {
    StringBuilder line = new StringBuilder("complete -c graspd -n ").append(condition);
    for (String name : option.names()) {
      line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    if (option.arity().min() > 0) {
      line.append(" -r");
    }
    return line.append(" -d ").append(quoted(shortened(option))).append('\n').toString();
  }

  private static String shortened(OptionSpec option) {
    return option.description().length == 0 ? "" : Described.text(option.description()[0]);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
