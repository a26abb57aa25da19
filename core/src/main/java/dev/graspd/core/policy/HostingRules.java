package dev.graspd.core.policy;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * Which repositories this server takes.
 *
 * @param service where this server lives, as clients name it
 * @param self the server's own key, which may publish anything here
 * @param whiteList if not empty, only these are hosted
 * @param blackList never these, even if another list allows them
 * @param archive which others are kept as copies
 * @param maxStateRefs most refs of a state
 * @param maxHeldPerIdentifier most events of one identifier that wait
 * @param takesSubmissions whether pull requests for repositories elsewhere are taken (GRASP-06)
 */
public record HostingRules(
    ServiceAddress service,
    PublicKey self,
    List<RepositoryPattern> whiteList,
    List<RepositoryPattern> blackList,
    ArchivePolicy archive,
    int maxStateRefs,
    int maxHeldPerIdentifier,
    boolean takesSubmissions) {
  public HostingRules {
    whiteList = List.copyOf(whiteList);
    blackList = List.copyOf(blackList);
  }

  /** Rules of a server that archives nothing and takes submissions. */
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

  /** Rules of a server that takes submissions. */
  public HostingRules(
      ServiceAddress service,
      PublicKey self,
      List<RepositoryPattern> whiteList,
      List<RepositoryPattern> blackList,
      ArchivePolicy archive,
      int maxStateRefs,
      int maxHeldPerIdentifier) {
    this(service, self, whiteList, blackList, archive, maxStateRefs, maxHeldPerIdentifier, true);
  }

  /** Returns the same without submissions. */
  public HostingRules withoutSubmissions() {
    return new HostingRules(
        service, self, whiteList, blackList, archive, maxStateRefs, maxHeldPerIdentifier, false);
  }

  public boolean isBlackListed(RepoAddress repository) {
    return matches(blackList, repository);
  }

  /** Returns what this server does for an announcement; empty if it is not hosted here. */
  public Optional<HostingMode> hosting(Announcement announcement, Family family) {
    if (isBlackListed(announcement.address())) {
      return Optional.empty();
    }
    if (lists(announcement) && isWelcome(announcement.address())) {
      return Optional.of(HostingMode.HOSTED);
    }
    if (archive.covers(announcement)) {
      return Optional.of(HostingMode.ARCHIVED);
    }
    return family.isListed(announcement.author())
        ? Optional.of(HostingMode.UNHOSTED)
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

  /**
   * Returns whether a pull request may be kept here under this identifier, whether or not its
   * repository is here: it names its signer's own place on this service (G06-4). Neither its
   * repositories nor that place may be black-listed; white lists are about hosting.
   */
  public boolean isSubmission(PullRequest request, Identifier identifier) {
    PublicKey signer = request.event().author();
    SortedSet<PublicKey> owners = request.ownersNamed(identifier);
    return takesSubmissions
        && !owners.isEmpty()
        && request.cloneUrls().stream()
            .anyMatch(url -> service.isSubmissionUrl(url, signer, identifier.text()))
        && Stream.concat(Stream.of(signer), owners.stream())
            .noneMatch(owner -> isBlackListed(new RepoAddress(owner, identifier)));
  }

  /** Returns the identifier under which a submission is kept, the first of those it can be. */
  public Optional<Identifier> homeOfSubmission(PullRequest request) {
    return request.repositories().stream()
        .map(RepoAddress::identifier)
        .distinct()
        .sorted()
        .filter(identifier -> isSubmission(request, identifier))
        .findFirst();
  }

  private static boolean matches(List<RepositoryPattern> patterns, RepoAddress repository) {
    return patterns.stream().anyMatch(pattern -> pattern.matches(repository));
  }
}
