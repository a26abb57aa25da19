package dev.graspd.server.site.serve;

import static dev.graspd.testkit.TestKeys.ALICE;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.web.site.SiteRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One repository that C git made, and the site that shows it. */
final class SiteFixture implements Repositories, AutoCloseable {
  static final RepoAddress REPOSITORY = new RepoAddress(ALICE.publicKey(), new Identifier("tool"));
  static final String BASE = "/grasp/";
  static final String TOOL = Bech32.npub(ALICE.publicKey()) + "/tool";
  static final SiteFrame FRAME =
      new SiteFrame(
          "https://example.org",
          BASE,
          "example.org",
          "graspd 1",
          new Html.Link(BASE + "assets/x.css"),
          false);

  private static final long ROOM_BYTES = 64L << 20;

  final Scratch git;
  final ObjectStores stores;
  final ByteBudget room = new ByteBudget("waiting_files", ROOM_BYTES);
  final FileStreams files;
  Refs refs = Refs.NONE;
  private final Path data;

  SiteFixture(Path directory) throws IOException {
    JgitSetup.apply();
    git = Scratch.init(directory.resolve("scratch"));
    data = directory.resolve("data");
    stores = TestPacks.lying(new Layout(data));
    Files.createDirectories(stores.layout().quarantine());
    files = new FileStreams(stores, room, System::nanoTime);
  }

  SiteService service(long cacheBytes) {
    return service(FRAME, cacheBytes);
  }

  SiteService service(SiteFrame frame, long cacheBytes) {
    SiteService.Parts parts =
        new SiteService.Parts(
            this,
            new CodeSite(stores, frame, System::nanoTime),
            address ->
                address.equals(REPOSITORY)
                    ? Optional.of(
                        new RepositorySections.Sections(
                            "Tool", List.of(), "https://x/tool.git", "nostr://x", List.of()))
                    : Optional.empty(),
            files,
            new ServicePages(
                new ServicePages.Facts(FRAME, ALICE.publicKey(), "wss://example.org", true),
                Optional.empty()),
            "<p>nothing</p>");
    return new SiteService(parts, frame, cacheBytes);
  }

  /** Serves what git has now. */
  void publish() throws IOException {
    git.git("repack", "-q", "-a", "-d", "-k");
    Path packs = new Layout(data).packs(REPOSITORY.identifier());
    Files.createDirectories(packs);
    try (Stream<Path> made = Files.list(git.directory().resolve(".git/objects/pack"))) {
      for (Path file : made.toList()) {
        if (!Files.exists(packs.resolve(file.getFileName()))) {
          Files.copy(file, packs.resolve(file.getFileName()));
        }
      }
    }
    SortedMap<RefName, Oid> values = new TreeMap<>();
    git.git("for-each-ref", "--format=%(objectname) %(refname)")
        .lines()
        .forEach(line ->
            values.put(
                new RefName(line.substring(Oid.DIGITS + 1)),
                new Oid(line.substring(0, Oid.DIGITS))));
    refs = new Refs(values, Optional.of(new RefName("refs/heads/main")));
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
  public Optional<HostedRepository> find(RefSpace space) {
    return space.address().equals(REPOSITORY)
        ? Optional.of(new HostedRepository(REPOSITORY, Standing.SERVED, refs, new TreeMap<>()))
        : Optional.empty();
  }

  @Override
  public Optional<Optional<HostedRepository>> findAtOnce(RefSpace space) {
    return Optional.of(find(space));
  }

  @Override
  public SortedSet<Oid> servedTips(Identifier family) {
    return new TreeSet<>(refs.values().values());
  }

  @Override
  public Optional<Instant> restorableUntil(RepoAddress address) {
    return Optional.empty();
  }

  @Override
  public void close() {
    files.close();
    stores.close();
  }
}
