package dev.graspd.server.app.server;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.HostingStatus;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.peers.status.SyncOverview;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.server.talk.NameBook;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Gathers what the page of what is signed shows.
 *
 * @param around what stands around it on the page
 */
record TruthFacts(
    Repositories repositories,
    HostingStatus hosting,
    NameBook names,
    SyncReadings sync,
    ServiceAddress service,
    Function<RepoAddress, Optional<Truth.Around>> around)
    implements Truth.Source {
  /** Relays of one announcement. */
  private static final int RELAYS_MAX = 50;

  @Override
  public Optional<Truth> of(RepoAddress repository) {
    return repositories
        .find(repository)
        .flatMap(hosted -> around.apply(repository).map(parts -> truth(hosted, parts)));
  }

  private Truth truth(HostedRepository hosted, Truth.Around parts) {
    RepoAddress repository = hosted.address();
    Family family = hosting.family(repository.identifier());
    Truth.Signatures signed = Truth.Signatures.of(repository, family, hosted.refs());
    return new Truth(
        signed,
        names.names(signed.people()),
        relays(
            family
                .announcementOf(repository.owner())
                .map(Announced::announcement)
                .map(Announcement::relayUrls)
                .orElse(List.of()),
            service,
            sync.overview()),
        parts);
  }

  /**
   * Returns how far each relay is followed.
   *
   * @param overview empty if this server does not sync
   */
  static List<Truth.Relay> relays(
      List<String> urls, ServiceAddress service, Optional<SyncOverview> overview) {
    return urls.stream()
        .distinct()
        .limit(RELAYS_MAX)
        .map(url -> new Truth.Relay(url, words(url, service, overview)))
        .toList();
  }

  private static String words(String url, ServiceAddress service, Optional<SyncOverview> overview) {
    if (service.isNamedBy(url)) {
      return "this server";
    }
    if (overview.isEmpty()) {
      return "no: this server fetches nothing from other relays";
    }
    return RelayUrl.parse(url).stream()
        .flatMap(
            parsed -> overview.get().relays().stream().filter(relay -> relay.url().equals(parsed)))
        .findFirst()
        .map(TruthFacts::words)
        .orElse("no");
  }

  private static String words(RelayView relay) {
    String until =
        relay.caughtUpSeconds().stream()
            .mapToObj(seconds -> ", caught up until " + Html.time(Instant.ofEpochSecond(seconds)))
            .findFirst()
            .orElse(", not caught up yet");
    return (relay.phase().isOpen() ? "yes, connected" : "yes, not connected now") + until;
  }
}
