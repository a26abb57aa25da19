package dev.graspd.server.ops.config.document;

import dev.graspd.server.ops.config.Area;
import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.config.Status;

/** Writes the example of {@code /etc/graspd/graspd.env} from the table: every line is a comment. */
public final class EnvironmentFile {
  private static final String HEAD =
      """
      # Settings of graspd, as NAME=value. Every line is a comment: what is not set has its default.
      # 'graspd config' shows the values in force. Made by 'graspd docs' from the table of keys.
      """;

  private EnvironmentFile() {}

  public static String render() {
    StringBuilder file = new StringBuilder(HEAD);
    for (Area area : Area.values()) {
      file.append("\n# ---- ").append(area.title()).append('\n');
      ConfigKeys.all().stream()
          .filter(key -> key.area() == area && !key.hidden())
          .forEach(key -> file.append(lines(key)));
    }
    return file.toString();
  }

  private static String lines(Key<?> key) {
    String remark =
        switch (key.status()) {
          case Status.InForce() -> "";
          case Status.WithoutEffect(var why) -> " Without effect: " + why + ".";
        };
    String about =
        "%s%s Allowed: %s. Default: %s."
            .formatted(key.text(), remark, key.type().allowed(), shown(key))
            .replace("`", "");
    return "\n# %s\n#%s=%s\n".formatted(about, key.name(), value(key));
  }

  private static String shown(Key<?> key) {
    return key.fallbackText().equals("–") ? "none" : key.fallbackText();
  }

  /** Returns the default, if it is a value that can be written and not a description of one. */
  private static String value(Key<?> key) {
    String text = key.fallbackText();
    try {
      Object _ = key.type().parse(text);
      return text;
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
