package dev.graspd.core.sync;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Announcement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The relays where we look for a repository's events (sync.md, section 2). */
public final class RepoRelays {
  private RepoRelays() {}

  /**
   * Returns the relays that an announcement names, each once, in its order: those of {@code relays}
   * first, then those behind clone URLs of the GRASP shape. Without this server.
   *
   * @param max the most relays to return
   */
  public static List<RelayUrl> of(Announcement announcement, ServiceAddress own, int max) {
    Stream<RelayUrl> named =
        announcement.relayUrls().stream().map(RelayUrl::parse).flatMap(Optional::stream);
    Stream<RelayUrl> behindClones =
        announcement.cloneUrls().stream().map(RelayUrl::ofClone).flatMap(Optional::stream);
    return Stream.concat(named, behindClones)
        .filter(relay -> !own.isNamedBy(relay.text()))
        .distinct()
        .limit(max)
        .toList();
  }
}
