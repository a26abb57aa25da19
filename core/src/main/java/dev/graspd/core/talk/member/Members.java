package dev.graspd.core.talk.member;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RoleRecord;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The keys that speak for a repository in its threads.
 *
 * @param maintainers the keys that are confirmed; the owner only if it is one of them
 * @param leads those of the maintainers that lead
 * @param moderators keys that a maintainer names with {@code o}; none of the maintainers
 */
public record Members(
    RepoAddress repository,
    SortedSet<PublicKey> maintainers,
    SortedSet<PublicKey> leads,
    SortedSet<PublicKey> moderators) {
  /** Most moderators of one repository; keys beyond it, in their order, have no authority. */
  public static final int MODERATORS_MAX = Maintainers.MEMBERS_MAX;

  public Members {
    maintainers = copy(maintainers);
    leads = copy(leads);
    moderators = copy(moderators);
  }

  /** Reads them from the announcements of all members. */
  public static Members of(RepoAddress repository, Family family) {
    SortedSet<PublicKey> maintainers = family.membersOf(repository.owner());
    SortedSet<PublicKey> leads = new TreeSet<>();
    SortedSet<PublicKey> moderators = new TreeSet<>();
    for (PublicKey member : maintainers) {
      for (RoleRecord role : roles(member, family)) {
        if (role.active()
            && role.rank() == RoleRecord.Rank.LEAD
            && maintainers.contains(role.key())) {
          leads.add(role.key());
        }
        if (role.active() && role.rank() == RoleRecord.Rank.MODERATOR) {
          moderators.add(role.key());
        }
      }
    }
    moderators.removeAll(maintainers);
    while (moderators.size() > MODERATORS_MAX) {
      moderators.removeLast();
    }
    return new Members(repository, maintainers, leads, moderators);
  }

  private static Collection<RoleRecord> roles(PublicKey member, Family family) {
    return family
        .announcementOf(member)
        .map(Announced::announcement)
        .map(Announcement::roles)
        .orElse(List.of());
  }

  private static SortedSet<PublicKey> copy(SortedSet<PublicKey> keys) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(keys));
  }

  /**
   * Returns whether a thread for that repository is one of this: it is this one, or a maintainer's
   * of the same identifier.
   */
  public boolean share(RepoAddress other) {
    return other.equals(repository)
        || (other.identifier().equals(repository.identifier())
            && maintainers.contains(other.owner()));
  }

  public boolean isMaintainer(PublicKey key) {
    return maintainers.contains(key);
  }

  /** Returns what each key may do in a thread of this author. */
  public Rights rightsIn(PublicKey author) {
    return new Rights(author, this);
  }
}
