package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who may speak for a repository: a pure function of the announcements of one identifier (grasp.md,
 * section 3).
 */
public final class Maintainers {
  /** Most members of one repository; keys listed beyond it have no say. */
  public static final int MEMBERS_MAX = 256;

  /** Most announcements of one identifier that are looked at. */
  public static final int ANNOUNCEMENTS_MAX = 1_024;

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
    SortedMap<PublicKey, Announcement> bounded = bounded(announcements, owner);
    return Collections.unmodifiableSortedSet(
        switch (mode) {
          case RECIPROCAL -> confirmed(owner, bounded);
          case LISTED -> reachable(owner, bounded);
        });
  }

  private static SortedMap<PublicKey, Announcement> bounded(
      SortedMap<PublicKey, Announcement> announcements, PublicKey owner) {
    if (announcements.size() <= ANNOUNCEMENTS_MAX) {
      return announcements;
    }
    SortedMap<PublicKey, Announcement> kept = new TreeMap<>();
    announcements.entrySet().stream()
        .limit(ANNOUNCEMENTS_MAX)
        .forEach(entry -> kept.put(entry.getKey(), entry.getValue()));
    Announcement own = announcements.get(owner);
    if (own != null) {
      kept.put(owner, own);
    }
    return kept;
  }

  private static SortedSet<PublicKey> confirmed(
      PublicKey owner, SortedMap<PublicKey, Announcement> announcements) {
    SortedSet<PublicKey> members = new TreeSet<>();
    root(owner, announcements).ifPresent(members::add);
    boolean grew = true;
    while (grew) {
      SortedSet<PublicKey> next = listedBy(members, announcements);
      next.removeIf(key -> !listsBack(announcements.get(key), members));
      grew = addUpToLimit(members, next);
    }
    return members;
  }

  private static SortedSet<PublicKey> reachable(
      PublicKey owner, SortedMap<PublicKey, Announcement> announcements) {
    SortedSet<PublicKey> members = new TreeSet<>();
    if (announcements.containsKey(owner)) {
      members.add(owner);
    }
    boolean grew = true;
    while (grew) {
      grew = addUpToLimit(members, listedBy(members, announcements));
    }
    return members;
  }

  private static SortedSet<PublicKey> listedBy(
      SortedSet<PublicKey> members, SortedMap<PublicKey, Announcement> announcements) {
    SortedSet<PublicKey> listed = new TreeSet<>();
    for (PublicKey member : members) {
      Announcement announcement = announcements.get(member);
      if (announcement != null) {
        listed.addAll(announcement.listed());
      }
    }
    listed.removeAll(members);
    return listed;
  }

  private static boolean listsBack(
      @Nullable Announcement announcement, SortedSet<PublicKey> members) {
    return announcement != null
        && announcement.authorIsActive()
        && announcement.listed().stream().anyMatch(members::contains);
  }

  /** Follows the owner's lead; empty on a cycle, two leads, or a missing announcement. */
  private static Optional<PublicKey> root(
      PublicKey owner, SortedMap<PublicKey, Announcement> announcements) {
    Set<PublicKey> passed = new HashSet<>();
    PublicKey current = owner;
    while (passed.add(current)) {
      Announcement announcement = announcements.get(current);
      if (announcement == null) {
        return Optional.empty();
      }
      SortedSet<PublicKey> leads = announcement.otherLeads();
      if (leads.isEmpty()) {
        return announcement.authorIsActive() ? Optional.of(current) : Optional.empty();
      }
      if (leads.size() > 1) {
        return Optional.empty();
      }
      current = leads.first();
    }
    return Optional.empty();
  }

  private static boolean addUpToLimit(SortedSet<PublicKey> members, SortedSet<PublicKey> next) {
    boolean grew = false;
    for (PublicKey key : next) {
      if (members.size() == MEMBERS_MAX) {
        return false;
      }
      grew |= members.add(key);
    }
    return grew;
  }
}
