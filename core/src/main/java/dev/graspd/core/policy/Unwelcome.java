package dev.graspd.core.policy;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import java.util.Optional;
import java.util.Set;

/** Which list of the operator ends the hosting of a repository. */
public enum Unwelcome {
  BLACK_LISTED("the operator refuses it (NGIT_REPOSITORY_BLACKLIST)"),
  OWNER_BANNED("the operator refuses its owner (NGIT_EVENT_BLACKLIST)"),
  NOT_WHITE_LISTED("the operator does not list it any more (NGIT_REPOSITORY_WHITELIST)"),
  NOT_ARCHIVED("it is not archived any more (NGIT_ARCHIVE_…)");

  private final String words;

  Unwelcome(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  /**
   * Decides on an announcement that is here. One that others need stays, without a repository. One
   * that names this service by another address stays too, unserved, so that an operator who
   * mistypes the domain loses nothing.
   *
   * @param archivedBefore the archive policy when lists were applied last
   */
  public static Optional<Unwelcome> of(
      Announcement announcement,
      Family family,
      HostingRules rules,
      Set<PublicKey> banned,
      ArchivePolicy archivedBefore) {
    if (rules.isBlackListed(announcement.address())) {
      return Optional.of(BLACK_LISTED);
    }
    if (banned.contains(announcement.author())) {
      return Optional.of(OWNER_BANNED);
    }
    if (rules.hosting(announcement, family).isPresent()) {
      return Optional.empty();
    }
    if (rules.lists(announcement)) {
      return Optional.of(NOT_WHITE_LISTED);
    }
    return archivedBefore.covers(announcement) ? Optional.of(NOT_ARCHIVED) : Optional.empty();
  }
}
