package dev.graspd.core.sync.relays;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.filter.SyncLevel;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The items that we want from the relays at work (sync.md, section 2): their accepted repositories
 * and roots, inverted into those that we want from each relay. A family that is followed at none of
 * them is not here; it has a row in {@link FollowedFamilies}, and is read from the store when one
 * of its relays is at work. A change costs work for its repository and family only. Owned by the
 * sync thread.
 */
public final class RepoSyncIndex {
  private final SortedSet<RelayUrl> bootstrap;

  /** The relays at work: only for them is anything kept. */
  private final Set<RelayUrl> open = new HashSet<>();

  private final Map<Identifier, SortedMap<RepoAddress, Wanted>> families = new HashMap<>();

  /** The relays at work where we follow each repository, with the level. */
  private final Map<RepoAddress, SortedMap<RelayUrl, SyncLevel>> places = new HashMap<>();

  /** The roots of each repository that we want in full somewhere; of others they do not matter. */
  private final Map<RepoAddress, SortedSet<EventId>> roots = new HashMap<>();

  private final Map<EventId, SortedSet<RepoAddress>> repositoriesOfRoot = new HashMap<>();

  /** The number of repositories that want a root from a relay. */
  private final Map<RelayUrl, Map<EventId, Integer>> rootCounts = new HashMap<>();

  /** Repositories whose roots are to be read from the store. */
  private SortedSet<RepoAddress> rootsUnread = new TreeSet<>();

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

  /** Returns the repositories whose roots must be read from the store, each once. */
  public SortedSet<RepoAddress> takeRootsUnread() {
    SortedSet<RepoAddress> taken = rootsUnread;
    rootsUnread = new TreeSet<>();
    return taken;
  }

  /** Returns how many repositories are in memory. */
  public int repositories() {
    return places.size();
  }

  /** Returns how many roots are in memory. */
  public int roots() {
    return repositoriesOfRoot.size();
  }

  /** Returns the repositories whose roots are in memory. */
  SortedSet<RepoAddress> withRoots() {
    return new TreeSet<>(roots.keySet());
  }

  /** Returns the roots in memory. */
  SortedSet<EventId> rootIds() {
    return new TreeSet<>(repositoriesOfRoot.keySet());
  }

  // ---- relays at work

  /** A relay is at work: families that are told from now on are followed there. */
  public void open(RelayUrl relay) {
    open.add(relay);
  }

  /**
   * A relay is not at work any more; forgets what only it needs. That is no change for others.
   *
   * @param followed the families that are followed there, as far as changes were taken
   */
  public void close(RelayUrl relay, Collection<Identifier> followed) {
    open.remove(relay);
    SortedSet<Identifier> concerned = new TreeSet<>(followed);
    concerned.addAll(changes.familiesOf(relay));
    for (Identifier family : concerned) {
      @Nullable SortedMap<RepoAddress, Wanted> wanted = families.get(family);
      if (wanted != null) {
        family(family, wanted);
      }
    }
    changes.forget(relay);
  }

  // ---- families and roots

  /** Replaces what we want of a family, by all of its announcements. */
  public void family(Identifier family, SortedMap<RepoAddress, Wanted> wanted) {
    SortedMap<RepoAddress, SortedMap<RelayUrl, SyncLevel>> now = atWork(wanted);
    SortedSet<RepoAddress> concerned =
        new TreeSet<>(families.getOrDefault(family, Collections.emptySortedMap()).keySet());
    concerned.addAll(now.keySet());
    if (now.isEmpty()) {
      families.remove(family);
    } else {
      families.put(family, wanted);
    }
    for (RepoAddress repository : concerned) {
      move(repository, now.getOrDefault(repository, Collections.emptySortedMap()));
    }
  }

  /** The repositories that are followed at a relay at work. */
  private SortedMap<RepoAddress, SortedMap<RelayUrl, SyncLevel>> atWork(
      SortedMap<RepoAddress, Wanted> wanted) {
    SortedMap<RepoAddress, SortedMap<RelayUrl, SyncLevel>> places = FamilyRelays.of(wanted);
    places
        .values()
        .forEach(place -> {
          bootstrap.forEach(relay -> place.putIfAbsent(relay, SyncLevel.STATE_ONLY));
          place.keySet().retainAll(open);
        });
    places.values().removeIf(SortedMap::isEmpty);
    return places;
  }

  /** Only for repositories in memory that we want in full; of others it is read when needed. */
  public void rootSeen(EventId root, SortedSet<RepoAddress> named) {
    for (RepoAddress repository : named) {
      @Nullable SortedSet<EventId> of = roots.get(repository);
      if (of != null && of.add(root)) {
        repositoriesOfRoot.computeIfAbsent(root, _ -> new TreeSet<>()).add(repository);
        forEachFull(placesOf(repository), relay -> want(relay, root));
      }
    }
  }

  /** A root was removed. */
  public void rootGone(EventId root) {
    Optional.ofNullable(repositoriesOfRoot.get(root))
        .ifPresent(named -> new TreeSet<>(named).forEach(one -> rootGone(one, root)));
  }

  private void rootGone(RepoAddress repository, EventId root) {
    forEachFull(placesOf(repository), relay -> unwant(relay, root));
    @Nullable SortedSet<EventId> of = roots.get(repository);
    if (of != null) {
      of.remove(root);
    }
    @Nullable SortedSet<RepoAddress> named = repositoriesOfRoot.get(root);
    if (named != null && named.remove(repository) && named.isEmpty()) {
      repositoriesOfRoot.remove(root);
    }
  }

  private static void forEachFull(
      SortedMap<RelayUrl, SyncLevel> places, Consumer<RelayUrl> action) {
    places.forEach((relay, level) -> {
      if (level == SyncLevel.FULL) {
        action.accept(relay);
      }
    });
  }

  private SortedMap<RelayUrl, SyncLevel> placesOf(RepoAddress repository) {
    return places.getOrDefault(repository, Collections.emptySortedMap());
  }

  // ---- what follows for relays

  private void move(RepoAddress repository, SortedMap<RelayUrl, SyncLevel> to) {
    SortedMap<RelayUrl, SyncLevel> from = placesOf(repository);
    boolean isFull = to.containsValue(SyncLevel.FULL);
    if (!isFull && roots.containsKey(repository)) {
      forgetRoots(repository);
    }
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
    if (isFull && roots.putIfAbsent(repository, new TreeSet<>()) == null) {
      rootsUnread.add(repository);
    }
  }

  private void forgetRoots(RepoAddress repository) {
    rootsUnread.remove(repository);
    SortedSet<EventId> of = roots.getOrDefault(repository, Collections.emptySortedSet());
    new TreeSet<>(of).forEach(root -> rootGone(repository, root));
    roots.remove(repository);
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
