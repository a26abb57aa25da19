package dev.graspd.server.ops.config.document;

import dev.graspd.server.ops.config.Area;
import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.config.Status;
import java.util.Locale;

/** Writes {@code docs/reference/configuration.md} from the table. */
public final class ConfigurationPage {
  private static final String HEAD =
      """
      # Configuration

      <!-- Written by `./graspd config --reference` from the table of keys. Do not edit. -->

      Every key can be given as a flag of `./graspd serve` (`NGIT_MAX_LIMIT` is `--max-limit`), as an
      environment variable, or in a file `.env` in the working directory; the first that has it wins,
      in this order. A wrong value or an unknown flag stops the start with one line that says what is
      allowed. A variable that begins with `NGIT_` or `GRASPD_` and is no key is a warning with the key
      that may be meant, since clients and orchestrators use these prefixes too; within two letters of a
      key it stops the start. `./graspd config` shows the values in force and where each comes from, as
      lines for a file `.env` (defaults are comments); `./graspd config --json` does so for programs, and
      `./graspd config --strict` and `./graspd doctor` end with 1 if there is any such variable.

      Sizes are bytes and take the units KiB, MiB, GiB and TiB (`512MiB`); times are what their name
      says and take ms, s, m, h and d (`90d`). `./graspd config` prints plain numbers. Lists are
      separated by commas. An empty list or text means none.

      `./graspd reload`, `systemctl reload graspd` and the signal SIGHUP let a running server read `.env` again, and
      the file that `GRASPD_SETTINGS_FILE` names, from which systemd sets the environment. New values of keys that are
      *live* are in force at once. Each other key with a new value has a line that says that it needs a restart. With a
      wrong value nothing changes. Flags and other variables stay as they were at the start.

      A key that is said to be without effect is checked and accepted; setting it is answered by a
      line at the start.

      A loopback client without a forwarded header is the operator's own: no limit per address holds
      for it.
      """;

  private ConfigurationPage() {}

  public static String render() {
    StringBuilder page = new StringBuilder(HEAD);
    for (Area area : Area.values()) {
      page.append(chapter(area));
    }
    return page.toString();
  }

  private static String chapter(Area area) {
    StringBuilder out = new StringBuilder();
    out.append("\n## ").append(area.title()).append("\n\n");
    out.append("| key | default | allowed | meaning |\n| --- | --- | --- | --- |\n");
    ConfigKeys.all().stream()
        .filter(key -> key.area() == area && !key.hidden())
        .forEach(key -> out.append(row(key)));
    return out.toString();
  }

  private static String remark(Key<?> key) {
    return switch (key.status()) {
      case Status.InForce() -> "";
      case Status.WithoutEffect(var why) -> " Without effect: " + why + ".";
    };
  }

  private static String reload(Key<?> key) {
    return switch (key.reload()) {
      case RESTART -> "";
      case LIVE -> " *Live.*";
      case ENTRIES -> " *Live* in part: [lists](../how-to/lists.md#without-a-restart).";
    };
  }

  private static String row(Key<?> key) {
    String unit = key.type().unit();
    String allowed = key.type().allowed() + (unit.isEmpty() ? "" : " (" + unit + ")");
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | %s | %s |%n",
        key.name(),
        key.fallbackText(),
        allowed,
        key.text() + remark(key) + reload(key));
  }
}
