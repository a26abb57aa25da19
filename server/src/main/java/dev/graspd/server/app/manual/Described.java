package dev.graspd.server.app.manual;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Reads what all pages need from the description of a command. */
final class Described {
  private Described() {}

  static List<CommandSpec> commands(CommandSpec root) {
    return root.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(spec -> !spec.usageMessage().hidden())
        .toList();
  }

  /** Returns the options that help shows, sorted by name. */
  static List<OptionSpec> options(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !option.hidden())
        .sorted((one, other) -> one.longestName().compareTo(other.longestName()))
        .toList();
  }

  static List<PositionalParamSpec> positionals(CommandSpec command) {
    return command.positionalParameters().stream().filter(one -> !one.hidden()).toList();
  }

  static String about(CommandSpec command) {
    return text(command.usageMessage().description());
  }

  static String text(String... lines) {
    return Stream.of(lines)
        .map(line -> line.replace("%%", "%").replace("@@", "@"))
        .collect(Collectors.joining(" "));
  }

  static boolean takesValue(OptionSpec option) {
    return option.arity().max() > 0;
  }

  /** Returns an option as a user types it, with the name of its value. */
  static String usage(OptionSpec option) {
    String names = String.join(", ", option.names());
    if (!takesValue(option)) {
      return names;
    }
    boolean optional = option.arity().min() == 0;
    return names + (optional ? "[=%s]" : " %s").formatted(option.paramLabel());
  }

  static String synopsis(CommandSpec command) {
    String positionals =
        positionals(command).stream()
            .map(one ->
                one.arity().min() == 0 ? " [" + one.paramLabel() + "]" : " " + one.paramLabel())
            .collect(Collectors.joining());
    return "graspd " + command.name() + positionals + " [OPTIONS]";
  }
}
