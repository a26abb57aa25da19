package dev.graspd.core.policy;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import java.util.List;

/**
 * Which repositories that do not list this service are kept here as copies (GRASP-05; grasp.md,
 * section 6).
 *
 * @param all every repository that this server learns of
 * @param repositories these
 * @param services those that have a clone URL at one of these services
 * @param readOnly whether pushes to copies are refused
 */
public record ArchivePolicy(
    boolean all,
    List<RepositoryPattern> repositories,
    List<ServiceAddress> services,
    boolean readOnly) {
  /** Keeps no copies. */
  public static final ArchivePolicy NONE = new ArchivePolicy(false, List.of(), List.of(), true);

  public ArchivePolicy {
    repositories = List.copyOf(repositories);
    services = List.copyOf(services);
  }

  /** Returns whether anything can be archived. */
  public boolean isActive() {
    return all || !repositories.isEmpty() || !services.isEmpty();
  }

  public boolean covers(Announcement announcement) {
    RepoAddress address = announcement.address();
    return all
        || repositories.stream().anyMatch(pattern -> pattern.matches(address))
        || services.stream().anyMatch(service -> isAt(service, announcement));
  }

  /** The URL must be that of the author's own repository: a stranger's proves nothing. */
  private static boolean isAt(ServiceAddress service, Announcement announcement) {
    RepoAddress address = announcement.address();
    return announcement.cloneUrls().stream()
        .anyMatch(
            url -> service.isRepositoryUrl(url, address.owner(), address.identifier().text()));
  }
}
