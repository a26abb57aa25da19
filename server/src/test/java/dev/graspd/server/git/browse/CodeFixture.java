package dev.graspd.server.git.browse;

import static dev.graspd.testkit.TestKeys.ALICE;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.Quarantine;
import dev.graspd.server.git.objects.Repacker;
import dev.graspd.server.hosting.HostedRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A repository that C git made, served from its packs. */
final class CodeFixture implements AutoCloseable {
  private static final Identifier FAMILY = new Identifier("tool");

  final Scratch git;
  private final Layout layout;
  private final ObjectStores stores;

  CodeFixture(Path directory) throws IOException {
    JgitSetup.apply();
    git = Scratch.init(directory.resolve("scratch"));
    layout = new Layout(directory.resolve("data"));
    stores = TestPacks.lying(layout);
  }

  /** Feeds a stream to git's fast-import. */
  void importing(String stream) {
    importing(stream.getBytes(StandardCharsets.UTF_8));
  }

  void importing(byte[] stream) {
    Scratch.Run run = git.run(stream, "fast-import", "--quiet", "--force");
    if (run.code() != 0) {
      throw new AssertionError(run.err());
    }
  }

  /** Publishes all objects and opens the repository with the refs that git has now. */
  CodeReader open() throws IOException {
    return open(refs());
  }

  /** Returns the refs that git has now. */
  Refs refs() {
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    for (String line :
        git.git("for-each-ref", "--format=%(objectname) %(refname)").lines().toList()) {
      refs.put(new RefName(line.substring(Oid.DIGITS + 1)), new Oid(line.substring(0, Oid.DIGITS)));
    }
    return new Refs(refs, Optional.of(new RefName("refs/heads/main")));
  }

  CodeReader open(Refs refs) throws IOException {
    publish();
    return CodeReader.open(
        stores,
        new HostedRepository(
            new RepoAddress(ALICE.publicKey(), FAMILY), Standing.SERVED, refs, new TreeMap<>()));
  }

  private void publish() throws IOException {
    git.git("repack", "-q", "-a", "-d", "-k");
    Files.createDirectories(layout.packs(FAMILY));
    try (Stream<Path> files = Files.list(git.directory().resolve(".git/objects/pack"))) {
      for (Path file : files.toList()) {
        Path target = layout.packs(FAMILY).resolve(file.getFileName());
        if (!Files.exists(target)) {
          Files.copy(file, target);
        }
      }
    }
  }

  /** Publishes all objects and repacks them as upkeep does, with a commit graph. */
  void repack() throws IOException {
    publish();
    Quarantine quarantine = new Quarantine(stores, UUID::randomUUID, FailPoints.NONE);
    try (Repacker repacker =
            new Repacker(quarantine, System::nanoTime, Duration.ZERO, _ -> {}, () -> false);
        PackRewriting.Rewrite rewrite =
            repacker.write(
                new PackRewriting.Order(
                    FAMILY,
                    names(),
                    new PackRewriting.Extent.Needed(
                        new TreeSet<>(refs().values().values()),
                        new TreeSet<>(),
                        Long.MAX_VALUE,
                        true,
                        true)))) {
      rewrite.store();
      rewrite.keep();
    }
  }

  private SortedSet<String> names() throws IOException {
    try (Stream<Path> files = Files.list(layout.packs(FAMILY))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".pack"))
          .map(file -> file.substring(0, file.indexOf('.')))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Returns where the commit graph is. */
  Path graph() {
    return layout.objects(FAMILY).resolve("info/commit-graph");
  }

  Oid oid(String revision) {
    return new Oid(git.git("rev-parse", revision));
  }

  static QuestionBudget plenty() {
    return new QuestionBudget(Duration.ofMinutes(1), Long.MAX_VALUE, System::nanoTime);
  }

  static QuestionBudget steps(long steps) {
    return new QuestionBudget(Duration.ofMinutes(1), steps, System::nanoTime);
  }

  @Override
  public void close() {
    stores.close();
  }
}
