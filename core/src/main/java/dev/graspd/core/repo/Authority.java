package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family.Announced;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The maintainers of each owner among the announcements of one identifier. Computed for one owner
 * on demand, and then remembered: a change among thousands of owners costs only the owners that it
 * affects. All views with the same announcements share it. Thread-safe.
 */
final class Authority {
  private final SortedMap<PublicKey, Announced> announcements;
  private final Maintainers.Mode mode;
  private final Map<PublicKey, SortedSet<PublicKey>> members = new HashMap<>();
  private @Nullable SortedSet<PublicKey> owners;
  private @Nullable Set<PublicKey> listed;
  private @Nullable Map<PublicKey, List<PublicKey>> ownersByMember;

  Authority(SortedMap<PublicKey, Announced> announcements, Maintainers.Mode mode) {
    this.announcements = announcements;
    this.mode = mode;
  }

  /** Returns the owners whose repository exists now, waiting ones included. */
  synchronized SortedSet<PublicKey> owners() {
    SortedSet<PublicKey> known = owners;
    if (known == null) {
      SortedSet<PublicKey> found = new TreeSet<>();
      announcements.forEach((author, announced) -> {
        if (announced.isRepository()) {
          found.add(author);
        }
      });
      known = KeySet.copyOf(found);
      owners = known;
    }
    return known;
  }

  /** Returns the keys that may speak for an owner's repository, empty if there is none. */
  synchronized SortedSet<PublicKey> membersOf(PublicKey owner) {
    Announced own = announcements.get(owner);
    if (own == null || !own.isRepository()) {
      return Collections.emptySortedSet();
    }
    SortedSet<PublicKey> known = members.get(owner);
    if (known == null) {
      known = Maintainers.of(owner, this::announcementThatCounts, mode);
      members.put(owner, known);
    }
    return known;
  }

  private Optional<Announcement> announcementThatCounts(PublicKey author) {
    Announced announced = announcements.get(author);
    return announced != null && announced.standing().counts()
        ? Optional.of(announced.announcement())
        : Optional.empty();
  }

  /**
   * Returns the owners for whose repositories a key may speak. A key that nobody lists speaks only
   * for itself: this is known without computing all members.
   */
  SortedSet<PublicKey> ownersFor(PublicKey author) {
    if (isListed(author)) {
      return new TreeSet<>(ownersByMember().getOrDefault(author, List.of()));
    }
    SortedSet<PublicKey> own = new TreeSet<>();
    if (membersOf(author).contains(author)) {
      own.add(author);
    }
    return own;
  }

  private synchronized Map<PublicKey, List<PublicKey>> ownersByMember() {
    Map<PublicKey, List<PublicKey>> known = ownersByMember;
    if (known == null) {
      known = new HashMap<>();
      for (PublicKey owner : owners()) {
        for (PublicKey member : membersOf(owner)) {
          known.computeIfAbsent(member, _ -> new ArrayList<>(1)).add(owner);
        }
      }
      ownersByMember = known;
    }
    return known;
  }

  /** Returns whether an announcement that counts, by somebody else, lists this key. */
  synchronized boolean isListed(PublicKey key) {
    Set<PublicKey> known = listed;
    if (known == null) {
      known = new HashSet<>();
      for (Announced announced : announcements.values()) {
        if (announced.standing().counts()) {
          known.addAll(announced.announcement().listed());
        }
      }
      listed = known;
    }
    return known.contains(key);
  }
}
