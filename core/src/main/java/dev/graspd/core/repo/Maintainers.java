package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The keys that may speak for a repository: a pure function of the announcements of one identifier
 * (grasp.md, section 3).
 */
public final class Maintainers {
  /** Most members of one repository; keys listed beyond it have no authority. */
  public static final int MEMBERS_MAX = 256;

  /** Most leads that are followed, one after the other, to the one who leads them all. */
  private static final int LEADS_MAX = 256;

  /** How a listed key becomes a maintainer. */
  public enum Mode {
    /** By listing back. */
    RECIPROCAL,
    /** By being listed. */
    LISTED
  }

  private Maintainers() {}

  /**
   * Returns the keys whose states count for the owner's repository, empty if nobody's do.
   *
   * @param announcements the newest announcement of each author, all of one identifier
   */
  public static SortedSet<PublicKey> of(
      PublicKey owner, SortedMap<PublicKey, Announcement> announcements, Mode mode) {
    return of(owner, key -> Optional.ofNullable(announcements.get(key)), mode);
  }

  /**
   * Returns the same by looking up the announcements of the owner, of leads and of keys that
   * members list: the number of other announcements of the identifier does not matter.
   */
  static SortedSet<PublicKey> of(
      PublicKey owner, Function<PublicKey, Optional<Announcement>> announcementOf, Mode mode) {
    return KeySet.copyOf(
        switch (mode) {
          case RECIPROCAL -> confirmed(owner, announcementOf);
          case LISTED -> reachable(owner, announcementOf);
        });
  }

  /**
   * Grows in rounds. A key that was listed and did not list back any member yet is asked again with
   * the members of the last round only.
   */
  private static SortedSet<PublicKey> confirmed(
      PublicKey owner, Function<PublicKey, Optional<Announcement>> announcementOf) {
    SortedSet<PublicKey> members = new TreeSet<>();
    SortedMap<PublicKey, Announcement> candidates = new TreeMap<>();
    SortedSet<PublicKey> latest = new TreeSet<>();
    root(owner, announcementOf).ifPresent(latest::add);
    while (!latest.isEmpty()) {
      members.addAll(latest);
      SortedSet<PublicKey> next = new TreeSet<>();
      for (var candidate : candidates.entrySet()) {
        if (lists(candidate.getValue(), latest)) {
          next.add(candidate.getKey());
        }
      }
      for (PublicKey key : listedBy(latest, announcementOf)) {
        if (!members.contains(key) && !candidates.containsKey(key)) {
          activeAnnouncementOf(key, announcementOf)
              .ifPresent(own -> {
                candidates.put(key, own);
                if (lists(own, members)) {
                  next.add(key);
                }
              });
        }
      }
      latest = upToLimit(members, next);
      latest.forEach(candidates::remove);
    }
    return members;
  }

  private static Optional<Announcement> activeAnnouncementOf(
      PublicKey key, Function<PublicKey, Optional<Announcement>> announcementOf) {
    return announcementOf.apply(key).filter(Announcement::authorIsActive);
  }

  private static SortedSet<PublicKey> reachable(
      PublicKey owner, Function<PublicKey, Optional<Announcement>> announcementOf) {
    SortedSet<PublicKey> members = new TreeSet<>();
    SortedSet<PublicKey> latest = new TreeSet<>();
    announcementOf.apply(owner).ifPresent(_ -> latest.add(owner));
    while (!latest.isEmpty()) {
      members.addAll(latest);
      SortedSet<PublicKey> next = listedBy(latest, announcementOf);
      next.removeAll(members);
      latest.clear();
      latest.addAll(upToLimit(members, next));
    }
    return members;
  }

  private static SortedSet<PublicKey> listedBy(
      SortedSet<PublicKey> members, Function<PublicKey, Optional<Announcement>> announcementOf) {
    SortedSet<PublicKey> listed = new TreeSet<>();
    for (PublicKey member : members) {
      announcementOf.apply(member).ifPresent(one -> listed.addAll(one.listed()));
    }
    return listed;
  }

  private static boolean lists(Announcement announcement, SortedSet<PublicKey> members) {
    SortedSet<PublicKey> listed = announcement.listed();
    return listed.size() < members.size()
        ? listed.stream().anyMatch(members::contains)
        : members.stream().anyMatch(listed::contains);
  }

  /** Follows the owner's lead; empty on a cycle, two leads, or a missing announcement. */
  private static Optional<PublicKey> root(
      PublicKey owner, Function<PublicKey, Optional<Announcement>> announcementOf) {
    Set<PublicKey> passed = new HashSet<>();
    PublicKey current = owner;
    while (passed.size() < LEADS_MAX && passed.add(current)) {
      Optional<Announcement> announcement = announcementOf.apply(current);
      if (announcement.isEmpty()) {
        return Optional.empty();
      }
      SortedSet<PublicKey> leads = announcement.get().otherLeads();
      if (leads.isEmpty()) {
        return announcement.get().authorIsActive() ? Optional.of(current) : Optional.empty();
      }
      if (leads.size() > 1) {
        return Optional.empty();
      }
      current = leads.first();
    }
    return Optional.empty();
  }

  /** The first of these keys, as many as there is room for. */
  private static SortedSet<PublicKey> upToLimit(
      SortedSet<PublicKey> members, SortedSet<PublicKey> next) {
    return next.stream()
        .limit(MEMBERS_MAX - members.size())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
