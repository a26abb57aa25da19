package dev.graspd.core.sync.relays;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Derives from the announcements of one family where its repositories are followed. Pure. */
final class FamilyRelays {
  private FamilyRelays() {}

  /** We follow an announcement without relays at the relays of its family. */
  static SortedMap<RepoAddress, SortedMap<RelayUrl, SyncLevel>> of(
      SortedMap<RepoAddress, Wanted> repositories) {
    SortedSet<RelayUrl> ofFamily = ofFamily(repositories.values());
    SortedMap<RepoAddress, SortedMap<RelayUrl, SyncLevel>> places = new TreeMap<>();
    repositories.forEach((repository, wanted) -> {
      SortedMap<RelayUrl, SyncLevel> place = new TreeMap<>();
      Collection<RelayUrl> relays = wanted.relays().isEmpty() ? ofFamily : wanted.relays();
      relays.forEach(relay -> place.put(relay, wanted.level()));
      places.put(repository, place);
    });
    return places;
  }

  private static SortedSet<RelayUrl> ofFamily(Collection<Wanted> repositories) {
    SortedSet<RelayUrl> relays = new TreeSet<>();
    for (Wanted wanted : repositories) {
      if (wanted.level() == SyncLevel.FULL) {
        relays.addAll(wanted.relays());
      }
    }
    return relays;
  }
}
