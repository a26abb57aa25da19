package dev.graspd.core.hunt.missing;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Standing;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Other places where one owner's repository may be found, for people to read.
 *
 * @param announced by its maintainers: its other copies
 * @param offered named only by pull requests that wait for their commit
 */
public record CloneUrls(SortedSet<CloneUrl> announced, SortedSet<CloneUrl> offered) {
  public CloneUrls {
    announced = Collections.unmodifiableSortedSet(new TreeSet<>(announced));
    offered = Collections.unmodifiableSortedSet(new TreeSet<>(offered));
  }

  /**
   * Returns the clone URLs of a repository.
   *
   * @param own the URL of this service, which is no other copy
   */
  public static CloneUrls of(PublicKey owner, Family family, ServiceAddress own) {
    SortedSet<CloneUrl> announced = announcedFor(owner, family, own);
    SortedSet<CloneUrl> offered = new TreeSet<>();
    family.pullRequests().values().stream()
        .filter(one -> one.standing() == Standing.WAITING && one.targets().contains(owner))
        .forEach(one -> offered.addAll(FetchTargets.urlsOf(one, family, own)));
    offered.removeAll(announced);
    return new CloneUrls(announced, offered);
  }

  /** Returns the other copies of a repository alone. */
  public static SortedSet<CloneUrl> announcedFor(
      PublicKey owner, Family family, ServiceAddress own) {
    return new TreeSet<>(FetchTargets.urlsOf(owner, family, own));
  }

  /**
   * Returns where a repository that is only a copy here takes pushes, according to its
   * announcement: the first URL with the shape of a GRASP server, otherwise the first of all.
   *
   * @param own the URL of this service
   */
  public static Optional<CloneUrl> toPush(Announcement announcement, ServiceAddress own) {
    List<CloneUrl> others =
        announcement.cloneUrls().stream()
            .flatMap(text -> CloneUrl.parse(text).stream())
            .filter(url -> !own.contains(url.text()))
            .toList();
    String ofOwner = "/" + Bech32.npub(announcement.author()) + "/";
    return others.stream()
        .filter(url -> url.text().contains(ofOwner) && url.text().endsWith(".git"))
        .findFirst()
        .or(() -> others.stream().findFirst());
  }
}
