package dev.graspd.core.sync;

import dev.graspd.core.machine.Now;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/** All relays that are followed, or were and are not forgotten yet. Owned by the sync thread. */
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

  /** Finds a relay whose connection or attempt of this number still counts. */
  Optional<RelaySync> find(RelayUrl url, long epoch) {
    return find(url).filter(relay -> relay.isCurrent(epoch));
  }

  /** Finds a relay, or begins to know it. */
  RelaySync meet(RelayUrl url, Now now) {
    return byUrl.computeIfAbsent(
        url, _ -> new RelaySync(url, settings.bootstrap().contains(url), settings.health(), now));
  }

  void forget(RelaySync relay) {
    byUrl.remove(relay.url);
  }

  /** Returns all, by URL; the list stays as it is. */
  List<RelaySync> all() {
    return List.copyOf(byUrl.values());
  }

  /**
   * Returns those that are too many; those with most repositories stay, of equal ones those that
   * are connected.
   */
  SortedSet<RelayUrl> beyondCap(ToIntFunction<RelayUrl> repositories) {
    SortedSet<RelayUrl> beyond = new TreeSet<>();
    List<RelaySync> counted =
        byUrl.values().stream().filter(relay -> !relay.bootstrap && relay.isNeeded()).toList();
    if (counted.size() > settings.maxRelays()) {
      counted.stream()
          .sorted(
              Comparator.comparingInt((RelaySync relay) -> -repositories.applyAsInt(relay.url))
                  .thenComparing(relay -> relay.phase == Phase.DISCONNECTED)
                  .thenComparing(relay -> relay.url))
          .skip(settings.maxRelays())
          .forEach(relay -> beyond.add(relay.url));
    }
    return beyond;
  }
}
