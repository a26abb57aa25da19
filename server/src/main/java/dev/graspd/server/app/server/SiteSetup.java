package dev.graspd.server.app.server;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.base.WorkClock;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.hosting.HostingStatus;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.WebKeys;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.ops.pages.ServiceUrls;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.site.download.DownloadCache;
import dev.graspd.server.site.find.serve.FindSite;
import dev.graspd.server.site.find.serve.ServiceSearch;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.SiteFrame.TabBar;
import dev.graspd.server.site.person.serve.PersonSite;
import dev.graspd.server.site.serve.CodeSite;
import dev.graspd.server.site.serve.FileStreams;
import dev.graspd.server.site.serve.NostrWords;
import dev.graspd.server.site.serve.RepositorySections;
import dev.graspd.server.site.serve.ServiceOnlySite;
import dev.graspd.server.site.serve.ServicePages;
import dev.graspd.server.site.serve.SiteService;
import dev.graspd.server.site.talk.serve.TalkSite;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.talk.ThreadList;
import dev.graspd.server.web.http.OpsPages;
import dev.graspd.server.web.site.SiteFront;
import dev.graspd.server.web.site.SiteReply;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Builds the site: pages of code, files, lists and feeds. */
final class SiteSetup {
  private static final int OK = 200;

  private SiteSetup() {}

  /**
   * What the site is built from.
   *
   * @param hosting empty on a server that hosts nothing
   * @param search empty on a server that hosts nothing
   * @param files empty on a server that hosts nothing
   */
  record Parts(
      Config config,
      PublicKey key,
      InetSocketAddress bound,
      EventStore store,
      Optional<HostingSetup> hosting,
      Optional<Catalogue> catalogue,
      Optional<TalkSetup> talk,
      Optional<ServiceSearch> search,
      SyncReadings sync,
      Diary diary,
      PagesSetup.Built pages,
      Optional<FileStreams> files) {}

  static SiteFront build(Parts parts) {
    ServiceAddress address = parts.config.serviceAt(parts.bound);
    ServiceUrls urls = new ServiceUrls(address);
    SiteFrame frame = parts.pages.frame();
    boolean isFull = parts.config.site().mode() == WebKeys.Mode.FULL;
    ServicePages service =
        new ServicePages(
            new ServicePages.Facts(
                frame, parts.key, urls.relay(), parts.config.site().isForRobots()),
            isFull
                ? parts.catalogue.flatMap(
                    listed -> parts.talk.map(talk -> new ServicePages.Lists(listed, talk.names())))
                : Optional.empty());
    String notFound = parts.pages.site().notFound().body();
    if (parts.hosting.isEmpty()
        || parts.talk.isEmpty()
        || parts.search.isEmpty()
        || parts.files.isEmpty()
        || !isFull) {
      Function<RepoAddress, SiteReply> plain =
          repository -> plain(parts.pages.pages().repository(repository));
      NostrWords words =
          new NostrWords(
              repository -> plain.apply(repository).status() == OK,
              _ -> false,
              id -> announced(parts.store, id),
              _ -> Optional.empty());
      return new ServiceOnlySite(service, words, frame.base(), notFound, plain);
    }
    HostingSetup hosting = parts.hosting.get();
    CodeSite code =
        new CodeSite(
            hosting.objects(),
            parts.pages.cache(),
            frame,
            id -> offeredBy(parts.store, id),
            WorkClock.ofProcess());
    TalkSite talk = talk(parts, hosting, parts.talk.get(), code, urls);
    PersonSite people = parts.talk.get().people();
    SiteService.Parts made =
        new SiteService.Parts(
            hosting.host().repositories(),
            code,
            repository -> sections(parts, parts.talk.get(), repository),
            new TruthFacts(
                hosting.host().repositories(),
                hosting.host().status(),
                parts.talk.get().names(),
                parts.sync,
                address,
                parts.diary,
                parts.pages.site()::around),
            signatures(hosting.host().status()),
            parts.files.get(),
            service,
            new NostrWords(
                repository -> hosting.host().repositories().find(repository).isPresent(),
                people::hasPage,
                id -> announced(parts.store, id),
                talk::pageOf),
            talk,
            new FindSite(frame, parts.search.get())::page,
            key -> people.page(frame, key),
            names(parts.talk.get().names()),
            notFound);
    return new SiteService(made, frame, parts.config.site().cacheBytes());
  }

  /** The first page of a repository counts its threads, too. */
  private static Optional<RepositorySections.Sections> sections(
      Parts parts, TalkSetup talk, RepoAddress repository) {
    return parts
        .pages
        .site()
        .sections(repository)
        .map(found -> {
          ThreadList.Counts open = talk.index().of(repository).open();
          return found.with(new TabBar.Open(open.issues(), open.pullRequests()));
        });
  }

  private static SiteService.Names names(NameBook book) {
    return new SiteService.Names() {
      @Override
      public SortedMap<PublicKey, String> of(Collection<PublicKey> keys) {
        return book.names(keys);
      }

      @Override
      public Optional<SortedMap<PublicKey, String>> atOnce(Collection<PublicKey> keys) {
        return book.namesAtOnce(keys);
      }
    };
  }

  private static TalkSite talk(
      Parts parts, HostingSetup hosting, TalkSetup talk, CodeSite code, ServiceUrls urls) {
    return new TalkSite(
        new TalkSite.Parts(
            talk.index(),
            talk.names(),
            parts.store::served,
            parts.store::arrival,
            repository -> hosting.host().repositories().find(repository).isPresent(),
            hosting.objects(),
            code::news,
            parts.pages.frame(),
            urls.relay(),
            urls::nostr,
            WorkClock.ofProcess()));
  }

  private static SiteService.Signatures signatures(HostingStatus hosting) {
    return new SiteService.Signatures() {
      @Override
      public SignedRefs of(RepoAddress repository) {
        return SignedRefs.of(hosting.family(repository.identifier()).statesFor(repository.owner()));
      }

      @Override
      public Optional<SignedRefs> atOnce(RepoAddress repository) {
        return hosting
            .familyAtOnce(repository.identifier())
            .map(family -> SignedRefs.of(family.statesFor(repository.owner())));
      }
    };
  }

  /** Makes what sends files and downloads; it stays when the site is built again. */
  static FileStreams files(
      Config config,
      HostingSetup hosting,
      Budgets budgets,
      ServerMetrics metrics,
      Deque<Runnable> closers) {
    FileStreams files =
        new FileStreams(
            hosting.objects(),
            budgets.bytes("waiting_files", config.site().waitingFileBytes()),
            downloads(config, hosting, metrics, closers),
            WorkClock.ofProcess());
    closers.push(files::close);
    return files;
  }

  private static DownloadCache downloads(
      Config config, HostingSetup hosting, ServerMetrics metrics, Deque<Runnable> closers) {
    Repositories repositories = hosting.host().repositories();
    DownloadCache cache =
        new DownloadCache(
            hosting.objects().layout().quarantine(),
            config.site().downloadCacheBytes(),
            key ->
                repositories
                    .find(key.repository())
                    .filter(found -> key.value().equals(found.refs().values().get(key.tag())))
                    .isPresent());
    hosting.exports().onMoved(cache::refsMoved);
    metrics.addDownloadCache(cache::bytes);
    closers.push(cache::close);
    return cache;
  }

  private static Optional<RepoAddress> announced(EventStore store, EventId id) {
    return store
        .served(id)
        .flatMap(event ->
            Identifier.ofRepositoryEvent(event)
                .map(identifier -> new RepoAddress(event.author(), identifier)));
  }

  private static Optional<PublicKey> offeredBy(EventStore store, EventId id) {
    return store
        .served(id)
        .filter(event ->
            event.kind() == Kinds.PULL_REQUEST || event.kind() == Kinds.PULL_REQUEST_UPDATE)
        .map(Event::author);
  }

  /** A page that depends on more than code. */
  private static SiteReply plain(OpsPages.Page page) {
    return new SiteReply(
        page.status(),
        new TreeMap<>(Map.of("Content-Type", page.contentType(), "Cache-Control", "no-store")),
        page.body().getBytes(StandardCharsets.UTF_8));
  }
}
