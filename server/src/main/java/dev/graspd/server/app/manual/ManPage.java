package dev.graspd.server.app.manual;

import dev.graspd.server.ops.config.Area;
import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.Key;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes {@code graspd.1}, in the man macros of roff. */
final class ManPage {
  private final StringBuilder page = new StringBuilder(1 << 16);

  private ManPage() {}

  static String render(CommandSpec root, String version) {
    return new ManPage().write(root, version);
  }

  private String write(CommandSpec root, String version) {
    page.append(".\\\" Made by 'graspd docs'.\n");
    page.append(".TH GRASPD 1 \"\" \"graspd ")
        .append(escape(version))
        .append("\" \"User Commands\"\n");
    section("NAME");
    page.append("graspd \\- a Nostr relay and git server (GRASP)\n");
    section("SYNOPSIS");
    page.append(".B graspd\n.I COMMAND\n[OPTIONS]\n");
    section("DESCRIPTION");
    paragraph(Described.about(root));
    paragraph(
        "Every setting can be given as an option, as an environment variable, or in a file .env in"
            + " the working directory; the first that has it wins, in this order. NGIT_MAX_LIMIT is"
            + " --max-limit.");
    section("COMMANDS");
    Described.commands(root).forEach(this::command);
    section("SETTINGS");
    for (Area area : Area.values()) {
      settings(area);
    }
    section("EXIT STATUS");
    ExitCodes.MEANINGS.forEach((code, meaning) -> entry(String.valueOf(code), meaning));
    section("FILES");
    entry("/etc/graspd/graspd.env", "Settings of the service that the Debian package installs.");
    entry("/var/lib/graspd", "The data of that service.");
    section("SEE ALSO");
    page.append(".BR git (1),\n.BR systemctl (1),\n.BR journalctl (1)\n");
    return page.toString();
  }

  private void section(String title) {
    page.append(".SH ").append(title).append('\n');
  }

  private void command(CommandSpec command) {
    page.append(".SS ").append(quoted(Described.synopsis(command))).append('\n');
    paragraph(Described.about(command));
    for (PositionalParamSpec one : Described.positionals(command)) {
      entry(one.paramLabel(), Described.text(one.description()));
    }
    for (OptionSpec one : Described.options(command)) {
      entry(Described.usage(one), Described.text(one.description()));
    }
    String codes =
        ExitCodes.of(command.name()).entrySet().stream()
            .map(entry -> entry.getKey() + ": " + entry.getValue())
            .collect(Collectors.joining("; "));
    paragraph("Exit status: " + codes + ".");
  }

  private void settings(Area area) {
    page.append(".SS ").append(quoted(area.title())).append('\n');
    ConfigKeys.all().stream()
        .filter(key -> key.area() == area && !key.hidden())
        .forEach(key -> entry(names(key), about(key)));
  }

  private static String names(Key<?> key) {
    return key.hasFlag() ? key.name() + ", " + key.flag() : key.name();
  }

  private static String about(Key<?> key) {
    return "%s Allowed: %s. Default: %s."
        .formatted(key.text(), key.type().allowed(), key.fallbackText())
        .replace("`", "");
  }

  private void entry(String term, String text) {
    page.append(".TP\n.B ").append(quoted(term)).append('\n');
    page.append(line(text.isEmpty() ? "See above." : text)).append('\n');
  }

  private void paragraph(String text) {
    page.append(".PP\n").append(line(text)).append('\n');
  }

  /** A line that begins with a dot or an apostrophe would be a macro. */
  private static String line(String text) {
    String escaped = escape(text);
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }

  private static String quoted(String text) {
    return '"' + escape(text).replace("\"", "\\(dq") + '"';
  }

  private static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      switch (one) {
        case '\\' -> out.append("\\e");
        case '-' -> out.append("\\-");
        case '\n' -> out.append(' ');
        default -> {
          if (one < 0x7f) {
            out.append(one);
          } else {
            out.append("\\[u%04X]".formatted((int) one));
          }
        }
      }
    }
    return out.toString();
  }
}
