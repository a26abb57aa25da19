package dev.graspd.server.app.server;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Diary.Refused;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.HostingStatus;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.peers.status.SyncOverview;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.truth.Refusals;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.server.talk.NameBook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.stream.Stream;

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
    Diary diary,
    Function<RepoAddress, Optional<Truth.Around>> around)
    implements Truth.Source {
  /** Relays of one announcement. */
  private static final int RELAYS_MAX = 50;

  /** Refusals of one repository that are looked at. */
  private static final int REFUSALS_READ = 2 * Refusals.ROWS_MAX;

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
        parts,
        refusals(diary, hosted, signed.people()));
  }

  /**
   * Returns what was refused. Announcements and states of maintainers are about their own
   * repository of this name.
   */
  static Refusals refusals(Diary diary, HostedRepository hosted, SortedSet<PublicKey> people) {
    RepoAddress repository = hosted.address();
    List<Refusals.OfRef> pushes = new ArrayList<>();
    List<Refused> events = new ArrayList<>();
    for (Refused refused : diary.refusedOf(repository, REFUSALS_READ)) {
      switch (refused.subject()) {
        case Subject.OfRef(_, var ref) ->
            pushes.add(new Refusals.OfRef(shown(hosted, ref), why(refused)));
        case Subject.OfEvent _ -> events.add(refused);
      }
    }
    for (PublicKey key : people) {
      RepoAddress own = new RepoAddress(key, repository.identifier());
      if (!own.equals(repository)) {
        diary.refusedOf(own, REFUSALS_READ).stream()
            .filter(refused -> refused.subject() instanceof Subject.OfEvent)
            .filter(refused -> !events.contains(refused))
            .forEach(events::add);
      }
    }
    return new Refusals(
        diary.sinceSeconds(),
        pushes.stream().limit(Refusals.ROWS_MAX).toList(),
        events.stream()
            .sorted(Comparator.comparingLong((Refused one) -> one.entry().lastSeconds()).reversed())
            .limit(Refusals.ROWS_MAX)
            .flatMap(one ->
                one.subject() instanceof Subject.OfEvent(var id)
                    ? Stream.of(new Refusals.OfEvent(id, why(one)))
                    : Stream.empty())
            .toList());
  }

  private static Refusals.Why why(Refused refused) {
    return new Refusals.Why(
        refused.entry().reason(), refused.entry().lastSeconds(), refused.entry().times());
  }

  /** Anybody can push a ref of any name: only those that are served are shown (W-54). */
  private static Optional<String> shown(HostedRepository hosted, String ref) {
    return RefName.parse(ref).filter(hosted.refs().values()::containsKey).map(RefName::text);
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
