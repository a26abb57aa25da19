package dev.graspd.server.peers;

import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.Wanted;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Draws from all announcements of a family what sync wants of it (sync.md, section 2). Pure. */
final class FamilyConclusion {
  private final LogFollower.Reading reading;

  FamilyConclusion(LogFollower.Reading reading) {
    this.reading = reading;
  }

  /** Returns what is wanted of a family; nothing if no other relay is named and not all count. */
  SyncInput.Family of(
      Identifier family, Collection<Announcement> held, Collection<Announcement> served) {
    Map<RepoAddress, Announcement> servedBy = new HashMap<>();
    served.forEach(one -> servedBy.put(one.address(), one));
    Map<RepoAddress, Announcement> heldBy = new HashMap<>();
    for (Announcement one : held) {
      heldBy.merge(one.address(), one, FamilyConclusion::newer);
    }
    Set<RepoAddress> all = new TreeSet<>(servedBy.keySet());
    all.addAll(heldBy.keySet());
    SortedMap<RepoAddress, Wanted> wanted = new TreeMap<>();
    for (RepoAddress address : all) {
      wanted.put(address, wanted(servedBy.get(address), heldBy.get(address)));
    }
    boolean isFollowed =
        reading.followsAll() || wanted.values().stream().anyMatch(one -> !one.relays().isEmpty());
    return new SyncInput.Family(
        family,
        isFollowed ? Collections.unmodifiableSortedMap(wanted) : Collections.emptySortedMap());
  }

  private static Announcement newer(Announcement one, Announcement other) {
    return one.event().createdAt() > other.event().createdAt() ? one : other;
  }

  /**
   * We want a hosted repository in full, and also a maintainer's announcement without a repository;
   * for a held announcement we want only the states.
   */
  private Wanted wanted(@Nullable Announcement served, @Nullable Announcement held) {
    List<RelayUrl> ofHeld = held == null ? List.of() : relays(held);
    if (served == null) {
      return new Wanted(SyncLevel.STATE_ONLY, ofHeld);
    }
    boolean hasRepository = reading.keepsRepository().test(served);
    return new Wanted(SyncLevel.FULL, hasRepository ? relays(served) : ofHeld);
  }

  private List<RelayUrl> relays(Announcement announcement) {
    return reading.relaysOf().apply(announcement);
  }
}
