package dev.graspd.server.ops.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The table of all configuration keys. */
public final class ConfigKeys {
  private static final List<Key<?>> ALL =
      Stream.of(
              ServiceKeys.SERVICE,
              ServiceKeys.OPERATIONS,
              RelayKeys.RELAY,
              RelayKeys.EVENTS,
              WebKeys.WEB,
              HostingKeys.HOSTING,
              HostingKeys.ARCHIVE,
              HostingKeys.CONTRIBUTIONS,
              HostingKeys.HOLDING,
              HostingKeys.STATUS,
              SyncKeys.SYNC,
              SyncKeys.HUNT,
              SyncKeys.RESERVED,
              ServiceKeys.TESTS)
          .flatMap(chapter -> chapter.keys().stream())
          .toList();

  private ConfigKeys() {}

  /** Returns every key, in the order of the reference page. */
  public static List<Key<?>> all() {
    return ALL;
  }

  /** Returns the key that a variable of the environment sets. */
  public static Optional<Key<?>> ofVariable(String variable) {
    return ALL.stream().filter(key -> key.matches(variable)).findFirst();
  }
}
