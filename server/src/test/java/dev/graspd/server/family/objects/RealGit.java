package dev.graspd.server.family.objects;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.upkeep.PackFact;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.packs.PackHealth;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.git.AllowedBases;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.depot.NamedPacks;
import dev.graspd.server.git.ingest.budget.CheckLimits;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.PackInspector;
import dev.graspd.server.git.objects.Quarantine;
import dev.graspd.server.git.objects.Repacker;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.ObjectWalk;

/** Real objects in real packs. */
public final class RealGit implements TestGit {
  private static final IngestLimits LIMITS =
      new IngestLimits(
          1L << 30, 100L << 20, 16L << 20, 2_000_000, 2_000, 4_095, CheckLimits.DEFAULT, 0);

  /**
   * Commits that are called by numbers.
   *
   * @param isHistory whether each is the parent of the next
   */
  public record Commits(Scratch scratch, List<Oid> ids, boolean isHistory) {
    private static final int COUNT = 5;
    private static final int LINES = 200;

    /** Makes a history in which each commit changes one line of a file, and adds one. */
    public static Commits history(Path directory, int count) throws IOException {
      Scratch scratch = Scratch.init(directory);
      StringBuilder commits = new StringBuilder();
      String[] lines = new String[LINES];
      Arrays.setAll(lines, i -> "line " + i * 7919L + "\n");
      for (int i = 1; i <= count; i++) {
        lines[i * 31 % LINES] = "changed by " + i * 104_729L + "\n";
        String content = String.join("", lines);
        commits.append(
            """
            commit refs/heads/c%1$d
            committer A <a@example.com> %2$d +0000
            data %3$d
            c%1$d
            """
                .formatted(i, 1_700_000_000 + i, ("c" + i).length()));
        if (i > 1) {
          commits.append("from refs/heads/c%d\n".formatted(i - 1));
        }
        commits.append(
            "M 100644 inline src/file\ndata %d\n%s\n".formatted(content.length(), content));
        commits.append("M 100644 inline src/new%1$d\ndata 2\nx\n\n".formatted(i));
      }
      Scratch.Run run =
          scratch.run(commits.toString().getBytes(UTF_8), "fast-import", "--quiet", "--force");
      if (run.code() != 0) {
        throw new AssertionError(run.err());
      }
      List<Oid> ids =
          Arrays.stream(scratch.git("rev-list", "--reverse", "c" + count).split("\n", -1))
              .map(Oid::new)
              .toList();
      return new Commits(scratch, ids, true);
    }

    private byte[] pack(Integer... numbers) {
      if (isHistory) {
        List<String> names = new ArrayList<>(List.of("c" + numbers[numbers.length - 1]));
        if (numbers[0] > 1) {
          names.add("^c" + (numbers[0] - 1));
        }
        return scratch.thinPack(names.toArray(String[]::new));
      }
      return scratch.pack(Arrays.stream(numbers).map(n -> "c" + n).toArray(String[]::new));
    }

    /** Makes five commits without parents, each with a file of its own. */
    public static Commits make(Path directory) throws IOException {
      Scratch scratch = Scratch.init(directory);
      StringBuilder commits = new StringBuilder();
      for (int i = 1; i <= COUNT; i++) {
        commits.append(
            """
            reset refs/heads/c%1$d
            commit refs/heads/c%1$d
            committer A <a@example.com> 170000000%1$d +0000
            data 2
            c%1$d
            M 100644 inline file
            data 2
            f%1$d

            """
                .formatted(i));
      }
      Scratch.Run run =
          scratch.run(commits.toString().getBytes(UTF_8), "fast-import", "--quiet", "--force");
      if (run.code() != 0) {
        throw new AssertionError(run.err());
      }
      List<Oid> ids =
          IntStream.rangeClosed(1, COUNT)
              .mapToObj(i -> new Oid(scratch.git("rev-parse", "c" + i)))
              .toList();
      return new Commits(scratch, ids, false);
    }
  }

  /** Nothing is named before there is a store. */
  private final AtomicReference<NamedPacks> named =
      new AtomicReference<>(_ -> Collections.emptySortedSet());

  private final Commits commits;
  private final Path root;
  private final ObjectStores stores;
  private final Quarantine quarantine;
  private final PackIngest ingest;
  private final AtomicReference<Runnable> beforeWrite = new AtomicReference<>(() -> {});
  private final Repacker repacker;
  private final PackRewriting rewriting;

  /** The clock for the removal of packs. */
  final AtomicLong nanos = new AtomicLong();

  public RealGit(Path root, Commits commits, FailPoints failPoints) {
    this(new Layout(root), commits, failPoints, Duration.ZERO);
  }

  /**
   * Packs that several servers may share.
   *
   * @param grace how long replaced packs stay
   */
  public RealGit(Layout layout, Commits commits, FailPoints failPoints, Duration grace) {
    this.commits = commits;
    this.root = layout.root();
    JgitSetup.apply();
    stores = TestPacks.stores(layout, family -> named.get().of(family), failPoints);
    quarantine = new Quarantine(stores, UUID::randomUUID, failPoints);
    repacker = new Repacker(quarantine, nanos::get, grace, _ -> {}, () -> false);
    rewriting = new Hooked(repacker, beforeWrite);
    ingest = new PackIngest(quarantine, LIMITS, new TreeSet<>(), () -> 0, () -> 1L << 40);
  }

  @Override
  public void namedIn(RepositoryStore store) {
    named.set(NamedPacks.in(store));
  }

  @Override
  public GitObjects objects() {
    return quarantine;
  }

  @Override
  public PackHealth health() {
    return new PackInspector(stores, _ -> {});
  }

  @Override
  public PackRewriting rewriting() {
    return rewriting;
  }

  /** Runs an action once, just before packs are rewritten. */
  public void beforeNextWrite(Runnable work) {
    beforeWrite.set(work);
  }

  /** Rewrites packs, and runs an action just before. */
  private record Hooked(PackRewriting real, AtomicReference<Runnable> before)
      implements PackRewriting {
    @Override
    public Rewrite write(Order order) throws IOException {
      before.getAndSet(() -> {}).run();
      return real.write(order);
    }

    @Override
    public List<PackFact> facts(Identifier family, SortedSet<String> packs) throws IOException {
      return real.facts(family, packs);
    }

    @Override
    public Duration grace() {
      return real.grace();
    }

    @Override
    public boolean removeReplaced(Identifier family, RemovalTime time) throws IOException {
      return real.removeReplaced(family, time);
    }
  }

  @Override
  public Oid oid(int number) {
    return commits.ids().get(number - 1);
  }

  @Override
  public PackDelivery bring(Identifier family, Integer... numbers) {
    byte[] pack = commits.pack(numbers);
    try {
      PackIngest.Outcome outcome =
          ingest.take(
              Payer.operator(),
              family,
              new ByteArrayInputStream(pack),
              Allowance.UNLIMITED,
              (_, _) -> {},
              () -> AllowedBases.everything(stores, family));
      return switch (outcome) {
        case PackIngest.Outcome.Taken(var delivery) -> delivery;
        case PackIngest.Outcome.Refused(var refusal) -> throw new AssertionError(refusal.message());
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void clean(SortedSet<String> shelves, List<PackRecord> known) {
    Set<String> names =
        known.stream()
            .map(pack -> Layout.name(pack.family()) + "/" + pack.name())
            .collect(Collectors.toSet());
    try {
      quarantine.clean(
          new Quarantine.Known(shelves, (family, pack) -> names.contains(family + "/" + pack)),
          Instant.MAX);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ObjectStores stores() {
    return stores;
  }

  /** Time passes for the removal of packs. */
  public void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** Reads all that a commit refers to; fails if something is missing. */
  public void walk(Identifier family, Oid commit) throws IOException {
    try (ObjectStores.Lease lease = stores.lease(family);
        ObjectReader reader = lease.directory().newReader();
        ObjectWalk walk = new ObjectWalk(reader)) {
      walk.markStart(walk.parseCommit(ObjectId.fromString(commit.hex())));
      walk.checkConnectivity();
    }
  }

  /** The bytes of all packs that are published. */
  public long packBytes() {
    return files().stream()
        .filter(file -> file.startsWith("families") && file.endsWith(".pack"))
        .mapToLong(file -> root.resolve(file).toFile().length())
        .sum();
  }

  /** The bytes of all files. */
  public long bytes() {
    return files().stream().mapToLong(file -> root.resolve(file).toFile().length()).sum();
  }

  /** The names of all files; repeated if files go meanwhile. */
  public List<String> files() {
    while (Files.exists(root)) {
      try (Stream<Path> files = Files.walk(root)) {
        return files
            .filter(Files::isRegularFile)
            .map(file -> root.relativize(file).toString())
            .sorted()
            .toList();
      } catch (NoSuchFileException e) {
        // It is gone.
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof NoSuchFileException)) {
          throw e;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return List.of();
  }

  @Override
  public void close() {
    stores.close();
  }

  /** Removes replaced packs, as a server does that ends in order. */
  public void removeReplaced() {
    repacker.close();
  }
}
