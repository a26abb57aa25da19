package dev.graspd.core.policy;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Hosting;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import java.util.List;
import java.util.Optional;

/**
 * Which repositories this server takes.
 *
 * @param service where this server lives, as clients name it
 * @param self the server's own key, which may publish here what it likes
 * @param whiteList if not empty, only these are hosted
 * @param blackList never these, whatever else allows them
 * @param archive which others are kept as copies
 * @param maxStateRefs most refs of a state
 * @param maxHeldPerIdentifier most events of one identifier that wait
 */
public record HostingRules(
    ServiceAddress service,
    PublicKey self,
    List<RepositoryPattern> whiteList,
    List<RepositoryPattern> blackList,
    ArchivePolicy archive,
    int maxStateRefs,
    int maxHeldPerIdentifier) {
  public HostingRules {
    whiteList = List.copyOf(whiteList);
    blackList = List.copyOf(blackList);
  }

  /** Rules of a server that archives nothing. */
  public HostingRules(
      ServiceAddress service,
      PublicKey self,
      List<RepositoryPattern> whiteList,
      List<RepositoryPattern> blackList,
      int maxStateRefs,
      int maxHeldPerIdentifier) {
    this(
        service,
        self,
        whiteList,
        blackList,
        ArchivePolicy.NONE,
        maxStateRefs,
        maxHeldPerIdentifier);
  }

  public boolean isBlackListed(RepoAddress repository) {
    return matches(blackList, repository);
  }

  /** Returns what this server does for an announcement; empty if it has no place here. */
  public Optional<Hosting> hosting(Announcement announcement, Family family) {
    if (isBlackListed(announcement.address())) {
      return Optional.empty();
    }
    if (lists(announcement) && isWelcome(announcement.address())) {
      return Optional.of(Hosting.HOSTED);
    }
    if (archive.covers(announcement)) {
      return Optional.of(Hosting.ARCHIVED);
    }
    return family.isListed(announcement.author())
        ? Optional.of(Hosting.UNHOSTED)
        : Optional.empty();
  }

  public boolean isWelcome(RepoAddress repository) {
    return whiteList.isEmpty() || matches(whiteList, repository);
  }

  /** Returns whether an announcement lists this service in both its clone and its relays tag. */
  public boolean lists(Announcement announcement) {
    RepoAddress address = announcement.address();
    return announcement.cloneUrls().stream()
            .anyMatch(
                url -> service.isRepositoryUrl(url, address.owner(), address.identifier().text()))
        && announcement.relayUrls().stream().anyMatch(service::isNamedBy);
  }

  private static boolean matches(List<RepositoryPattern> patterns, RepoAddress repository) {
    return patterns.stream().anyMatch(pattern -> pattern.matches(repository));
  }
}
