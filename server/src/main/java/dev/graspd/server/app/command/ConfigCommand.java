package dev.graspd.server.app.command;

import dev.graspd.server.app.desk.JsonText;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.DotEnv;
import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Source;
import dev.graspd.server.ops.config.ValueType;
import dev.graspd.server.ops.config.document.NgitGraspSettings;
import dev.graspd.server.ops.data.PrivateFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The command that shows the current configuration, as a file {@code .env} or as JSON. */
final class ConfigCommand {
  private ConfigCommand() {}

  /** Prints a file with the current values; defaults are comments, so that they stay defaults. */
  static void printDotEnv(Settings settings, PrintWriter out) {
    shown().forEach(key -> out.println(line(settings, key)));
  }

  /**
   * Prints what a settings file of ngit-grasp means here; 1 if a value would stop a start.
   *
   * @param target a new file for the same, only for the owner; empty if it is printed alone
   */
  static int printTranslated(Path file, String target, boolean asJson, PrintWriter out)
      throws StartRefused {
    NgitGraspSettings.Translated translated = NgitGraspSettings.of(NgitGraspSettings.read(file));
    if (asJson) {
      out.println(
          JsonText.object(json -> {
            json.writeNumberProperty("refused", translated.refused());
            JsonText.strings(json, "lines", translated.lines());
          }));
    } else {
      translated.lines().forEach(out::println);
    }
    if (!target.isEmpty()) {
      write(Path.of(target), translated.lines());
    }
    return translated.refused() == 0 ? Cli.OK : Cli.FAILED;
  }

  private static void write(Path target, List<String> lines) throws StartRefused {
    try {
      PrivateFile.write(target, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new StartRefused(target + " cannot be written: " + FileTrouble.text(e), e);
    }
  }

  static void printJson(Settings settings, PrintWriter out) {
    out.println(
        JsonText.object(json -> {
          for (Key<?> key : shown()) {
            json.writeName(key.name());
            json.writeStartObject();
            json.writeStringProperty("value", settings.show(key));
            json.writeStringProperty("source", settings.source(key).toString());
            json.writeEndObject();
          }
        }));
  }

  private static List<? extends Key<?>> shown() {
    return ConfigKeys.all().stream().filter(key -> !key.hidden()).toList();
  }

  private static String line(Settings settings, Key<?> key) {
    Source source = settings.source(key);
    String value = settings.show(key);
    if (key.type().shape() == ValueType.Shape.SECRET) {
      return "# " + key.name() + " is not shown  # " + source;
    }
    boolean isComment = source == Source.DEFAULT || !key.hasFlag();
    return "%s%s=%s  # %s"
        .formatted(isComment ? "# " : "", key.name(), DotEnv.quoted(Escape.escape(value)), source);
  }
}
