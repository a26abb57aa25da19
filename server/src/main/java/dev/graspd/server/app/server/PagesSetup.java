package dev.graspd.server.app.server;

import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.store.Store;
import dev.graspd.server.base.WorkClock;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.catalogue.CatalogueQuery;
import dev.graspd.server.catalogue.ForkGroups;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.hosting.HostingStatus;
import dev.graspd.server.hunt.HuntReadings;
import dev.graspd.server.ops.Lifecycle;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.WebKeys;
import dev.graspd.server.ops.data.DiskWatch;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.ops.pages.ApiPages;
import dev.graspd.server.ops.pages.CataloguePages;
import dev.graspd.server.ops.pages.HealthDocument;
import dev.graspd.server.ops.pages.PageLayout;
import dev.graspd.server.ops.pages.Pages;
import dev.graspd.server.ops.pages.ProgramPages;
import dev.graspd.server.ops.pages.RelayInformation;
import dev.graspd.server.ops.pages.RepositoryFacts;
import dev.graspd.server.ops.pages.ServiceUrls;
import dev.graspd.server.ops.pages.SitePages;
import dev.graspd.server.ops.pages.SyncPages;
import dev.graspd.server.ops.pages.WhyPages;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.api.CodeApi;
import dev.graspd.server.site.api.SearchApi;
import dev.graspd.server.site.api.TalkApi;
import dev.graspd.server.site.cache.CodeCache;
import dev.graspd.server.site.find.FindPage;
import dev.graspd.server.site.find.serve.ServiceSearch;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.page.RepositoriesPage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.StyleSheet;
import dev.graspd.server.site.talk.serve.MergeCheck;
import dev.graspd.server.upkeep.UpkeepReadings;
import dev.graspd.server.web.http.OpsPages;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Builds the pages for browsers and for programs. */
final class PagesSetup {
  /**
   * The parts that the pages read.
   *
   * @param bound the address of the server
   */
  record Parts(
      Config config,
      ServerKey key,
      InetSocketAddress bound,
      AdmissionRules rules,
      Store store,
      Optional<HostingSetup> hosting,
      Optional<Catalogue> catalogue,
      Optional<TalkSetup> talk,
      Optional<ServiceSearch> search,
      SyncReadings sync,
      HuntReadings hunt,
      Lifecycle lifecycle,
      DiskWatch disks,
      ServerMetrics metrics,
      Diary diary,
      InstantSource clock) {
    Parts with(Config other) {
      return new Parts(
          other, key, bound, rules, store, hosting, catalogue, talk, search, sync, hunt, lifecycle,
          disks, metrics, diary, clock);
    }
  }

  /** Repositories on the first page of the service. */
  private static final int NEWEST_SHOWN = 10;

  private PagesSetup() {}

  /**
   * All pages.
   *
   * @param site those about the service and its repositories
   * @param frame what all pages have in common
   * @param cache that pages and documents of code share
   */
  record Built(OpsPages pages, SitePages site, SiteFrame frame, CodeCache cache) {}

  static Built build(Parts parts) {
    RelayInformation information = information(parts);
    ServiceAddress service = parts.config.serviceAt(parts.bound);
    Optional<Catalogue> listed =
        parts.catalogue.filter(_ -> parts.config.site().mode() == WebKeys.Mode.FULL);
    PageLayout layout =
        PageLayout.of(
            new ServiceUrls(service),
            information,
            listed.isPresent(),
            parts.config.site().showsRemoteImages());
    SitePages site =
        new SitePages(
            layout,
            information,
            service,
            repositories(parts),
            () -> listed.map(catalogue -> newest(parts, layout, catalogue)).orElse(List.of()));
    CodeCache cache = new CodeCache(parts.config.site().codeCacheBytes());
    Pages pages = pages(parts, information, layout, site, cache);
    boolean isOff = parts.config.site().mode() == WebKeys.Mode.OFF;
    return new Built(isOff ? new ProgramPages(pages) : pages, site, layout.frame(), cache);
  }

  private static List<Html.Node> newest(Parts parts, PageLayout layout, Catalogue catalogue) {
    String base = layout.frame().base();
    ForkGroups.Part newest = catalogue.groups(CatalogueQuery.LAST_UPDATED.withLimit(NEWEST_SHOWN));
    SortedMap<PublicKey, String> names =
        parts
            .talk
            .map(talk -> talk.names().names(newest.owners()))
            .orElseGet(Collections::emptySortedMap);
    List<Html.Node> nodes = new ArrayList<>();
    nodes.add(FindPage.box(base));
    nodes.addAll(RepositoriesPage.newest(base, newest, names));
    return nodes;
  }

  private static Pages pages(
      Parts parts,
      RelayInformation information,
      PageLayout layout,
      SitePages site,
      CodeCache cache) {
    Config config = parts.config;
    return new Pages(
        parts.lifecycle,
        parts.metrics,
        config.metrics().enabled(),
        HealthDocument.of(parts.key),
        information,
        parts.disks::troubles,
        site,
        StyleSheet.load(),
        api(parts, cache),
        new CataloguePages(config.serviceAt(parts.bound), parts.catalogue),
        new SyncPages(
            layout,
            config.serviceAt(parts.bound),
            parts.sync,
            () -> upkeep(parts),
            () -> parts.hunt.totals().map(HuntTotals::copies)),
        new WhyPages(why(parts)));
  }

  /** Returns the path of the service, with slashes around it. */
  private static String base(Parts parts) {
    String path = parts.config.serviceAt(parts.bound).basePath();
    return path.equals("/") ? "/" : path + "/";
  }

  private static ApiPages api(Parts parts, CodeCache cache) {
    return new ApiPages(
        base(parts),
        parts.hosting.map(one ->
            new CodeApi(
                one.host().repositories(),
                one.objects(),
                cache,
                repository -> served(one.host().status(), repository),
                form(),
                WorkClock.ofProcess())),
        parts.hosting.flatMap(one -> parts.talk.map(talk -> talkApi(parts, one, talk))),
        parts.search.map(one -> new SearchApi(one, hasPages(parts))));
  }

  /** What all documents have in common. */
  private static String form() {
    return "api " + Version.current().number();
  }

  private static boolean hasPages(Parts parts) {
    return parts.config.site().mode() == WebKeys.Mode.FULL;
  }

  private static TalkApi talkApi(Parts parts, HostingSetup hosting, TalkSetup talk) {
    MergeCheck merges = new MergeCheck(hosting.objects(), WorkClock.ofProcess());
    return new TalkApi(
        new TalkApi.Parts(
            hosting.host().repositories(),
            talk.index(),
            talk.names(),
            parts.store::served,
            talk.people()::of,
            merges::isMerged,
            id ->
                hasPages(parts)
                    ? Optional.of("/" + Addresses.write(new SiteAddress.SignedEvent(id)))
                    : Optional.empty()),
        form());
  }

  private static List<RepoState> served(HostingStatus hosting, RepoAddress repository) {
    return hosting.family(repository.identifier()).statesFor(repository.owner()).stream()
        .filter(stated -> stated.standing() == Standing.SERVED)
        .map(Family.Stated::state)
        .toList();
  }

  private static RelayInformation information(Parts parts) {
    Config config = parts.config;
    return new RelayInformation(
        parts.key.publicKey(),
        config.presentation(config.domainAt(parts.bound)),
        parts.rules,
        parts.hosting.map(HostingSetup::rules),
        config.hostingLimits(),
        config.syncs(),
        config.relay(),
        config.web().maxMessageBytes(),
        config.searches(),
        Version.current());
  }

  private static RepositoryFacts.Source repositories(Parts parts) {
    return parts
        .hosting
        .map(HostingSetup::host)
        .<RepositoryFacts.Source>map(host ->
            new HostedFacts(
                host.repositories(),
                host.status(),
                parts.catalogue,
                parts.talk.map(TalkSetup::names),
                parts.hunt,
                parts.clock))
        .orElse(RepositoryFacts.Source.NONE);
  }

  private static UpkeepReadings upkeep(Parts parts) {
    return parts.hosting.map(one -> one.upkeep().get().get()).orElse(UpkeepReadings.NONE);
  }

  private static WhyAnswers why(Parts parts) {
    return new WhyAnswers(
        parts.diary,
        parts.store,
        parts.store.repositories(),
        parts.store.unwanted(),
        parts.hosting.map(HostingSetup::host),
        parts.hunt,
        parts.clock);
  }
}
