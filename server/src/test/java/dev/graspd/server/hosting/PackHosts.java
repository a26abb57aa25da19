package dev.graspd.server.hosting;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.upkeep.PackFact;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.RealGit;
import dev.graspd.server.family.objects.TestGit;
import dev.graspd.server.family.packs.PackHealth;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.git.objects.Layout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Real packs that two hosts share in one directory; each has its own quarantine. A fault: old packs
 * go before the store names the new ones.
 */
final class PackHosts implements TwoHosts.GitOpener {
  static final Duration GRACE = Duration.ofHours(1);
  private static final String PACK = ".pack";
  private static final String INDEX = ".idx";

  private final Path root;
  private final RealGit.Commits commits;
  private final boolean removesEarly;
  private final RealGit[] hosts = new RealGit[2];

  PackHosts(Path root, RealGit.Commits commits, boolean removesEarly) {
    this.root = root;
    this.commits = commits;
    this.removesEarly = removesEarly;
  }

  @Override
  public TestGit open(int number, RepositoryStore store, FailPoints failPoints) {
    RealGit git = opened("quarantine-" + number, store, failPoints);
    hosts[number] = git;
    return removesEarly ? new Early(git) : git;
  }

  private RealGit opened(String quarantine, RepositoryStore store, FailPoints failPoints) {
    RealGit git =
        new RealGit(new Layout(root, root.resolve(quarantine)), commits, failPoints, GRACE);
    git.namedIn(store);
    return git;
  }

  /** The packs as a host reads them. */
  RealGit of(int number) {
    return hosts[number];
  }

  /** The packs as the store and the directory alone tell them. */
  RealGit alone(RepositoryStore store) {
    return opened("quarantine-alone", store, FailPoints.NONE);
  }

  /** The packs of a family whose files are all there. */
  SortedSet<String> files(Identifier family) {
    SortedSet<String> names = new TreeSet<>();
    Path directory = new Layout(root).packs(family);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + PACK)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        names.add(name.substring(0, name.length() - PACK.length()));
      }
      names.removeIf(name -> !Files.exists(directory.resolve(name + INDEX)));
    } catch (NoSuchFileException e) {
      // It has no packs.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }

  /** Removes replaced packs whose grace is over. */
  boolean isRemoved(int number, Identifier family) {
    try {
      return hosts[number]
          .rewriting()
          .removeReplaced(family, PackRewriting.RemovalTime.AFTER_GRACE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Git data with the fault. */
  private final class Early implements TestGit {
    private final RealGit real;

    Early(RealGit real) {
      this.real = real;
    }

    @Override
    public PackRewriting rewriting() {
      return new EarlyRemoval(real.rewriting());
    }

    @Override
    public GitObjects objects() {
      return real.objects();
    }

    @Override
    public PackHealth health() {
      return real.health();
    }

    @Override
    public Oid oid(int number) {
      return real.oid(number);
    }

    @Override
    public PackDelivery bring(Identifier family, Integer... numbers) {
      return real.bring(family, numbers);
    }

    @Override
    public void clean(SortedSet<String> shelves, List<PackRecord> known) {
      real.clean(shelves, known);
    }

    @Override
    public void close() {
      real.close();
    }
  }

  private final class EarlyRemoval implements PackRewriting {
    private final PackRewriting real;

    EarlyRemoval(PackRewriting real) {
      this.real = real;
    }

    @Override
    public Rewrite write(Order order) throws IOException {
      Rewrite rewrite = real.write(order);
      Path directory = new Layout(root).packs(order.family());
      for (String pack : order.packs()) {
        Files.deleteIfExists(directory.resolve(pack + PACK));
        Files.deleteIfExists(directory.resolve(pack + INDEX));
      }
      return rewrite;
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
}
