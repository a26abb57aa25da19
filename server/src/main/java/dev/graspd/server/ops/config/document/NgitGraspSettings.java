package dev.graspd.server.ops.config.document;

import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.DotEnv;
import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.config.Status;
import dev.graspd.server.ops.config.ValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Says what a settings file of ngit-grasp means here, as a file that graspd reads (operations.md,
 * M-10).
 */
public final class NgitGraspSettings {
  private static final int VALUE_BYTES_MAX = 4_096;

  /** The defaults of ngit-grasp 3.0.10, where they are known to matter after a move. */
  static final SortedMap<String, String> DEFAULTS_THERE =
      new TreeMap<>(
          Map.of(
              "NGIT_GRASP06_ENABLE", "false",
              "NGIT_RELAY_MAX_SUBSCRIPTIONS", "500",
              "NGIT_MAX_CONNECTIONS", "no limit",
              "NGIT_TRUSTED_PROXY_CIDRS", "others"));

  private NgitGraspSettings() {}

  /** Reads a file of settings. */
  public static SortedMap<String, String> read(Path file) throws StartRefused {
    try {
      return DotEnv.parse(Files.readAllLines(file));
    } catch (IOException e) {
      throw new StartRefused(file + " cannot be read: " + FileTrouble.text(e), e);
    }
  }

  /**
   * The file for this server.
   *
   * @param lines settings, each after a comment that says what differs
   * @param refused settings whose value stops a start here
   */
  public record Translated(List<String> lines, int refused) {
    public Translated {
      lines = List.copyOf(lines);
    }
  }

  /** Translates settings; values of secrets are not shown. */
  public static Translated of(SortedMap<String, String> old) {
    List<String> lines = new ArrayList<>();
    int refused = 0;
    for (Map.Entry<String, String> entry : old.entrySet()) {
      Optional<Key<?>> key = ConfigKeys.ofVariable(entry.getKey());
      String line =
          entry.getKey() + "=" + DotEnv.quoted(Escape.line(entry.getValue(), VALUE_BYTES_MAX));
      if (key.isEmpty()) {
        lines.add("# without effect: no key of this server");
        lines.add("# " + entry.getKey());
      } else if (key.get().type().shape() == ValueType.Shape.SECRET) {
        lines.add("# secret: the import takes the key over; it is not shown");
        lines.add("# " + entry.getKey());
      } else if (key.get().status() instanceof Status.WithoutEffect(var why)) {
        lines.add("# without effect: " + why);
        lines.add("# " + line);
      } else if (isAllowed(key.get(), entry.getValue())) {
        lines.add("# same");
        lines.add(line);
      } else {
        refused++;
        lines.add("# stricter: must be " + key.get().type().allowed());
        lines.add("# " + line);
      }
    }
    DEFAULTS_THERE.forEach((name, there) -> {
      String here = ConfigKeys.ofVariable(name).orElseThrow().fallbackText();
      if (!old.containsKey(name) && !here.equals(there)) {
        lines.add("# different default: %s here, %s there".formatted(here, there));
        lines.add("# " + name + "=");
      }
    });
    return new Translated(lines, refused);
  }

  private static boolean isAllowed(Key<?> key, String value) {
    try {
      key.type().parse(value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
