package dev.graspd.server.ops.config;

import dev.graspd.server.ops.StartRefused;
import java.util.stream.Stream;

/** Rules between keys whose values are valid alone but not together. */
final class CrossChecks {
  private CrossChecks() {}

  static void run(Settings settings) throws StartRefused {
    atMost(settings, RelayKeys.FILTER_LIMIT, RelayKeys.MAX_LIMIT);
    atMost(settings, RelayKeys.MAX_EVENT_BYTES, RelayKeys.MAX_MESSAGE_BYTES);
    atMost(settings, RelayKeys.MAX_STATE_EVENT_BYTES, RelayKeys.MAX_MESSAGE_BYTES);
    atMost(settings, SyncKeys.BASE_BACKOFF_SECS, SyncKeys.MAX_BACKOFF_SECS);
    isOnlyScaledForTests(settings, ServiceKeys.TEST_TIME_SCALE);
    isOnlyScaledForTests(settings, ServiceKeys.TEST_LINK_TIME_SCALE);
    directoriesDiffer(settings);
    archivesSync(settings);
  }

  /** Archives are filled by sync only. */
  private static void archivesSync(Settings settings) throws StartRefused {
    boolean syncs =
        settings.get(SyncKeys.SYNC_ENABLED)
            && settings.get(ServiceKeys.RELAY_ACCEPT) == ServiceKeys.Accept.GRASP;
    if (!syncs && HostingKeys.archives(settings)) {
      Key<?> set =
          Stream.of(
                  HostingKeys.ARCHIVE_ALL,
                  HostingKeys.ARCHIVE_WHITELIST,
                  HostingKeys.ARCHIVE_GRASP_SERVICES)
              .filter(key -> settings.source(key) != Source.DEFAULT)
              .findFirst()
              .orElseThrow();
      throw settings.refuse(
          set,
          "left out unless NGIT_SYNC_ENABLED is true and NGIT_RELAY_ACCEPT is grasp: archives are"
              + " filled by sync");
    }
  }

  private static void atMost(Settings settings, Key<Integer> key, Key<Integer> limit)
      throws StartRefused {
    int max = settings.get(limit);
    if (settings.get(key) > max) {
      throw settings.refuse(key, "at most " + limit.name() + ", which is " + max);
    }
  }

  private static void isOnlyScaledForTests(Settings settings, Key<Integer> scale)
      throws StartRefused {
    boolean scaled = settings.get(scale) != 1;
    if (scaled && !settings.get(ServiceKeys.BIND_ADDRESS).getAddress().isLoopbackAddress()) {
      throw settings.refuse(scale, "1 unless NGIT_BIND_ADDRESS is a loopback address");
    }
  }

  private static void directoriesDiffer(Settings settings) throws StartRefused {
    var relay = settings.get(ServiceKeys.RELAY_DATA_PATH).toAbsolutePath().normalize();
    var git = settings.get(ServiceKeys.GIT_DATA_PATH).toAbsolutePath().normalize();
    if (relay.equals(git)) {
      throw settings.refuse(
          ServiceKeys.GIT_DATA_PATH, "another directory than NGIT_RELAY_DATA_PATH");
    }
  }
}
