package dev.graspd.server.ops.config;

import dev.graspd.server.ops.StartRefused;
import java.util.ArrayList;
import java.util.List;

/**
 * The changes on a running server when its settings are read again (operations.md, A-13). Pure:
 * {@code app.server} carries it out.
 *
 * @param next the settings from now on: new values of live keys, old ones of all others
 * @param applied live keys that have a new value
 * @param waiting other keys with a new value, which needs a restart
 */
public record SettingsChange(Settings next, List<Key<?>> applied, List<Key<?>> waiting) {
  /**
   * Decides.
   *
   * @param before the settings in force
   * @param read all settings as they are written now
   * @throws StartRefused if new and old values do not go together
   */
  public static SettingsChange of(Settings before, Settings read) throws StartRefused {
    Settings next = before.withLive(read);
    List<Key<?>> applied = new ArrayList<>();
    List<Key<?>> waiting = new ArrayList<>();
    for (Key<?> key : ConfigKeys.all()) {
      boolean hasChanged =
          key.status() instanceof Status.InForce && !text(before, key).equals(text(read, key));
      switch (key.reload()) {
        case LIVE -> addIf(hasChanged, key, applied);
        case RESTART -> addIf(hasChanged, key, waiting);
        case ENTRIES -> {}
      }
    }
    return new SettingsChange(next, List.copyOf(applied), List.copyOf(waiting));
  }

  private static void addIf(boolean isOne, Key<?> key, List<Key<?>> keys) {
    if (isOne) {
      keys.add(key);
    }
  }

  /** Secrets too, which {@link Settings#show} hides; this text is never shown. */
  private static <T> String text(Settings settings, Key<T> key) {
    return key.type().printer().apply(settings.get(key));
  }

  /** Returns a line for each key with a new value, for the operator. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    applied.forEach(key -> lines.add(key.name() + " is in force: " + shown(key)));
    waiting.forEach(key -> lines.add(key.name() + " needs a restart; until then: " + shown(key)));
    return lines;
  }

  private String shown(Key<?> key) {
    String text = next.show(key);
    return text.isEmpty() ? "none" : text;
  }
}
