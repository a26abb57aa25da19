package dev.graspd.server.site.serve;

import static dev.graspd.testkit.TestKeys.ALICE;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.PublishedRepository;
import dev.graspd.server.site.SampleFrame;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.cache.CodeCache;
import dev.graspd.server.site.download.DownloadCache;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.summary.SummaryPage;
import dev.graspd.server.site.summary.Trust;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.server.web.site.SiteRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** One repository that C git made, and the site that shows it. */
final class SiteFixture extends PublishedRepository {
  static final String BASE = SampleFrame.BASE;
  static final String TOOL = Bech32.npub(ALICE.publicKey()) + "/tool";
  static final SiteFrame FRAME = SampleFrame.FRAME;

  static final EventId ANNOUNCEMENT = EventId.parse("ab".repeat(32));

  private static final long CACHE_BYTES = 1 << 20;
  private static final long ROOM_BYTES = 64L << 20;

  final ByteBudget room = new ByteBudget("waiting_files", ROOM_BYTES);
  final DownloadCache downloads;
  final FileStreams files;

  /** What all services of this fixture know of code. */
  final CodeCache cache = new CodeCache(CACHE_BYTES);

  /** What the first page says about the default branch. */
  Optional<Trust> trust = Optional.empty();

  /** How many of its threads are open. */
  Optional<SiteFrame.TabBar.Open> open = Optional.empty();

  /** What its people have signed. */
  Optional<Truth> truth = Optional.empty();

  /** The authors of pull requests that are served. */
  final Map<EventId, PublicKey> offers = new HashMap<>();

  /** What people call themselves. */
  final SortedMap<PublicKey, String> called = new TreeMap<>();

  /** What it shows of threads. */
  SiteService.TalkPages talk =
      new SiteService.TalkPages() {
        @Override
        public SiteService.Prepared prepare(TalkView view, HostedRepository repository) {
          return new SiteService.Prepared(
              "", () -> new CodeSite.Made(new SiteAnswer.NotFound(), true));
        }

        @Override
        public Optional<String> event(EventId id) {
          return Optional.empty();
        }
      };

  /** Whether its states can be told without the store. */
  boolean isInMemory = true;

  /** The states behind its refs. */
  SignedRefs signed = SignedRefs.NONE;

  SiteFixture(Path directory) throws IOException {
    super(directory);
    Files.createDirectories(stores.layout().quarantine());
    downloads =
        new DownloadCache(
            stores.layout().quarantine(),
            CACHE_BYTES,
            key -> key.value().equals(refs.values().get(key.tag())));
    files = new FileStreams(stores, room, downloads, System::nanoTime);
  }

  SiteService service(long cacheBytes) {
    return service(FRAME, cacheBytes);
  }

  SiteService service(SiteFrame frame, long cacheBytes) {
    return service(frame, cacheBytes, System::nanoTime);
  }

  SiteService service(SiteFrame frame, long cacheBytes, LongSupplier nanoTime) {
    SiteService.Parts parts =
        new SiteService.Parts(
            this,
            new CodeSite(stores, cache, frame, this::offeredBy, nanoTime),
            address ->
                address.equals(ADDRESS)
                    ? Optional.of(
                        new RepositorySections.Sections(
                            "Tool",
                            "A tool for \"tests\"",
                            new SummaryPage.About(
                                List.of(),
                                List.of("tools"),
                                "https://x/tool.git",
                                "nostr://x",
                                trust,
                                List.of()),
                            open))
                    : Optional.empty(),
            address -> address.equals(ADDRESS) ? truth : Optional.empty(),
            signatures(),
            files,
            new ServicePages(
                new ServicePages.Facts(FRAME, ALICE.publicKey(), "wss://example.org", true),
                Optional.empty()),
            new NostrWords(
                address -> find(address).isPresent(),
                ALICE.publicKey()::equals,
                id -> id.equals(ANNOUNCEMENT) ? Optional.of(ADDRESS) : Optional.empty(),
                _ -> Optional.empty()),
            talk,
            asked -> "search for " + asked.text() + " in " + asked.type(),
            _ -> Optional.empty(),
            names(),
            "<p>nothing</p>");
    return new SiteService(parts, frame, cacheBytes);
  }

  private SiteService.Names names() {
    return new SiteService.Names() {
      @Override
      public SortedMap<PublicKey, String> of(Collection<PublicKey> keys) {
        SortedMap<PublicKey, String> known = new TreeMap<>(called);
        known.keySet().retainAll(keys);
        return known;
      }

      @Override
      public Optional<SortedMap<PublicKey, String>> atOnce(Collection<PublicKey> keys) {
        return isInMemory ? Optional.of(of(keys)) : Optional.empty();
      }
    };
  }

  private SiteService.Signatures signatures() {
    return new SiteService.Signatures() {
      @Override
      public SignedRefs of(RepoAddress repository) {
        return signed;
      }

      @Override
      public Optional<SignedRefs> atOnce(RepoAddress repository) {
        return isInMemory ? Optional.of(signed) : Optional.empty();
      }
    };
  }

  Optional<PublicKey> offeredBy(EventId pullRequest) {
    return Optional.ofNullable(offers.get(pullRequest));
  }

  /** A request as a browser sends it. */
  static SiteRequest request(String rest) {
    int question = rest.indexOf('?');
    String path = question < 0 ? rest : rest.substring(0, question);
    Addresses.Reading reading =
        Addresses.read(TOOL + path, question < 0 ? "" : rest.substring(question + 1));
    SiteAddress address = ((Addresses.Reading.At) reading).address();
    return new SiteRequest(
        address, Optional.empty(), Optional.empty(), true, false, Payer.operator());
  }

  @Override
  public void close() {
    files.close();
    downloads.close();
    super.close();
  }
}
