package dev.graspd.server.site;

import static dev.graspd.testkit.TestKeys.ALICE;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The only repository of a server, as it was published last. */
public class PublishedRepository implements Repositories, AutoCloseable {
  public static final RepoAddress ADDRESS =
      new RepoAddress(ALICE.publicKey(), new Identifier("tool"));

  private final Path data;
  public final Scratch git;
  public final ObjectStores stores;

  /** Those that are served. */
  public Refs refs = Refs.NONE;

  public PublishedRepository(Path directory) throws IOException {
    JgitSetup.apply();
    data = directory.resolve("data");
    git = Scratch.init(directory.resolve("scratch"));
    stores = TestPacks.lying(new Layout(data));
  }

  /** Publishes all objects, and the refs that git has now. */
  public void publish() throws IOException {
    git.git("repack", "-q", "-a", "-d", "-k");
    Path packs = Files.createDirectories(new Layout(data).packs(ADDRESS.identifier()));
    try (Stream<Path> files = Files.list(git.directory().resolve(".git/objects/pack"))) {
      for (Path file : files.toList()) {
        Path copy = packs.resolve(file.getFileName());
        if (!Files.exists(copy)) {
          Files.copy(file, copy);
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

  @Override
  public Optional<HostedRepository> find(RefSpace space) {
    return space.address().equals(ADDRESS)
        ? Optional.of(new HostedRepository(ADDRESS, Standing.SERVED, refs, new TreeMap<>()))
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
    stores.close();
  }
}
