package dev.graspd.core.sync.relays;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.filter.SyncLevel;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What we want (sync.md, section 2): the accepted repositories with their relays and roots,
 * inverted into what we want from each relay. A change costs work for its repository and family
 * only. Owned by the sync thread.
 */
public final class RepoSyncIndex {
  private record Wanted(EventId announcement, SyncLevel level, SortedSet<RelayUrl> relays) {}

  private final SortedSet<RelayUrl> bootstrap;
  private final SortedMap<RepoAddress, Wanted> repositories = new TreeMap<>();
  private final Map<EventId, RepoAddress> announcements = new HashMap<>();
  private final Map<Identifier, SortedSet<RepoAddress>> families = new HashMap<>();
  private final Map<RepoAddress, SortedSet<EventId>> roots = new HashMap<>();
  private final Map<EventId, SortedSet<RepoAddress>> repositoriesOfRoot = new HashMap<>();

  /** The relays where we follow each repository, with the level. */
  private final Map<RepoAddress, SortedMap<RelayUrl, SyncLevel>> places = new HashMap<>();

  /** The number of repositories that want a root from a relay. */
  private final Map<RelayUrl, Map<EventId, Integer>> rootCounts = new HashMap<>();

  private final Map<RelayUrl, Integer> repositoryCounts = new HashMap<>();
  private TargetChanges changes = new TargetChanges();

  public RepoSyncIndex(SortedSet<RelayUrl> bootstrap) {
    this.bootstrap = Collections.unmodifiableSortedSet(new TreeSet<>(bootstrap));
  }

  /** Returns the changes since the last call. */
  public TargetChanges takeChanges() {
    TargetChanges taken = changes;
    changes = new TargetChanges();
    return taken;
  }

  /** Returns how many repositories name a relay. */
  public int repositoriesOf(RelayUrl relay) {
    return repositoryCounts.getOrDefault(relay, 0);
  }

  public int repositories() {
    return repositories.size();
  }

  public int roots() {
    return repositoriesOfRoot.size();
  }

  /** A newer announcement replaces the earlier one and its relays. */
  public void announced(
      RepoAddress repository, EventId announcement, SyncLevel level, List<RelayUrl> relays) {
    Wanted before =
        repositories.put(repository, new Wanted(announcement, level, new TreeSet<>(relays)));
    if (before != null) {
      announcements.remove(before.announcement());
    }
    announcements.put(announcement, repository);
    families.computeIfAbsent(repository.identifier(), _ -> new TreeSet<>()).add(repository);
    placeFamily(repository.identifier());
  }

  /** Keeps a root also for an address that is not announced yet; it has no effect until then. */
  public void rootSeen(EventId root, SortedSet<RepoAddress> named) {
    SortedSet<RepoAddress> known = repositoriesOfRoot.computeIfAbsent(root, _ -> new TreeSet<>());
    for (RepoAddress repository : named) {
      if (known.add(repository)) {
        roots.computeIfAbsent(repository, _ -> new TreeSet<>()).add(root);
        placesOf(repository)
            .forEach((relay, level) -> {
              if (level == SyncLevel.FULL) {
                want(relay, root);
              }
            });
      }
    }
  }

  /** An announcement or a root was removed. */
  public void gone(EventId id) {
    RepoAddress repository = announcements.remove(id);
    if (repository != null) {
      repositories.remove(repository);
      move(repository, new TreeMap<>());
      SortedSet<RepoAddress> family = families.get(repository.identifier());
      if (family != null && family.remove(repository) && family.isEmpty()) {
        families.remove(repository.identifier());
      }
      placeFamily(repository.identifier());
    }
    Optional.ofNullable(repositoriesOfRoot.remove(id)).ifPresent(named -> rootGone(id, named));
  }

  private void rootGone(EventId root, SortedSet<RepoAddress> named) {
    for (RepoAddress repository : named) {
      SortedSet<EventId> of = roots.get(repository);
      if (of != null && of.remove(root) && of.isEmpty()) {
        roots.remove(repository);
      }
      placesOf(repository)
          .forEach((relay, level) -> {
            if (level == SyncLevel.FULL) {
              unwant(relay, root);
            }
          });
    }
  }

  private SortedMap<RelayUrl, SyncLevel> placesOf(RepoAddress repository) {
    return places.getOrDefault(repository, Collections.emptySortedMap());
  }

  /** We follow an announcement without relays at the relays of its family. */
  private void placeFamily(Identifier identifier) {
    SortedSet<RepoAddress> family = families.getOrDefault(identifier, Collections.emptySortedSet());
    SortedSet<RelayUrl> relays = new TreeSet<>();
    for (RepoAddress repository : family) {
      Wanted wanted = repositories.get(repository);
      if (wanted != null && wanted.level() == SyncLevel.FULL) {
        relays.addAll(wanted.relays());
      }
    }
    for (RepoAddress repository : family) {
      Wanted wanted = repositories.get(repository);
      if (wanted != null) {
        move(repository, place(wanted, relays));
      }
    }
  }

  private SortedMap<RelayUrl, SyncLevel> place(Wanted wanted, SortedSet<RelayUrl> ofFamily) {
    SortedMap<RelayUrl, SyncLevel> place = new TreeMap<>();
    bootstrap.forEach(relay -> place.put(relay, SyncLevel.STATE_ONLY));
    SortedSet<RelayUrl> relays = wanted.relays().isEmpty() ? ofFamily : wanted.relays();
    relays.forEach(relay -> place.put(relay, wanted.level()));
    return place;
  }

  private void move(RepoAddress repository, SortedMap<RelayUrl, SyncLevel> to) {
    SortedMap<RelayUrl, SyncLevel> from = placesOf(repository);
    SortedSet<RelayUrl> relays = new TreeSet<>(from.keySet());
    relays.addAll(to.keySet());
    for (RelayUrl relay : relays) {
      change(repository, relay, from.get(relay), to.get(relay));
    }
    if (to.isEmpty()) {
      places.remove(repository);
    } else {
      places.put(repository, to);
    }
  }

  private void change(
      RepoAddress repository, RelayUrl relay, @Nullable SyncLevel from, @Nullable SyncLevel to) {
    if (from == to) {
      return;
    }
    SortedSet<EventId> of = roots.getOrDefault(repository, Collections.emptySortedSet());
    if (to != null) {
      changes.add(relay, new SyncItem.OfRepo(repository, to));
    }
    if (to == SyncLevel.FULL) {
      of.forEach(root -> want(relay, root));
    }
    if (from != null) {
      changes.remove(relay, new SyncItem.OfRepo(repository, from));
    }
    if (from == SyncLevel.FULL) {
      of.forEach(root -> unwant(relay, root));
    }
    int more = (to == null ? 0 : 1) - (from == null ? 0 : 1);
    if (repositoryCounts.merge(relay, more, Integer::sum) == 0) {
      repositoryCounts.remove(relay);
    }
  }

  private void want(RelayUrl relay, EventId root) {
    Map<EventId, Integer> counts = rootCounts.computeIfAbsent(relay, _ -> new HashMap<>());
    if (counts.merge(root, 1, Integer::sum) == 1) {
      changes.add(relay, new SyncItem.OfRoot(root));
    }
  }

  private void unwant(RelayUrl relay, EventId root) {
    Map<EventId, Integer> counts = rootCounts.get(relay);
    if (counts != null && counts.merge(root, -1, Integer::sum) == 0) {
      counts.remove(root);
      changes.remove(relay, new SyncItem.OfRoot(root));
      if (counts.isEmpty()) {
        rootCounts.remove(relay);
      }
    }
  }
}
