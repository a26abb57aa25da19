package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/** All relays that we follow, and former ones that we still remember. Owned by the sync thread. */
final class KnownRelays {
  private final SyncSettings settings;
  private final SortedMap<RelayUrl, RelaySync> byUrl = new TreeMap<>();

  KnownRelays(SyncSettings settings, Now now) {
    this.settings = settings;
    settings.bootstrap().forEach(url -> meet(url, now));
  }

  Optional<RelaySync> find(RelayUrl url) {
    return Optional.ofNullable(byUrl.get(url));
  }

  /** Finds a relay if its connection or attempt with this number is current. */
  Optional<RelaySync> find(RelayUrl url, long epoch) {
    return find(url).filter(relay -> relay.isCurrent(epoch));
  }

  /** Finds a relay, or adds it. */
  RelaySync meet(RelayUrl url, Now now) {
    return byUrl.computeIfAbsent(
        url, _ -> new RelaySync(url, settings.bootstrap().contains(url), settings.health(), now));
  }

  void forget(RelaySync relay) {
    byUrl.remove(relay.url);
  }

  /** Returns all, by URL, as a copy. */
  List<RelaySync> all() {
    return List.copyOf(byUrl.values());
  }

  /**
   * Returns the relays beyond the cap; those with most repositories stay, on equal numbers those
   * that are connected.
   */
  SortedSet<RelayUrl> beyondCap(ToIntFunction<RelayUrl> repositories) {
    SortedSet<RelayUrl> beyond = new TreeSet<>();
    List<RelaySync> counted =
        byUrl.values().stream().filter(relay -> !relay.bootstrap && relay.isNeeded()).toList();
    if (counted.size() > settings.maxRelays()) {
      counted.stream()
          .sorted(
              Comparator.comparingInt((RelaySync relay) -> -repositories.applyAsInt(relay.url))
                  .thenComparing(relay -> relay.phase == RelayPhase.DISCONNECTED)
                  .thenComparing(relay -> relay.url))
          .skip(settings.maxRelays())
          .forEach(relay -> beyond.add(relay.url));
    }
    return beyond;
  }
}
