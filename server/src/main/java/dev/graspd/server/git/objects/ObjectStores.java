package dev.graspd.server.git.objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import java.io.IOException;
import java.io.SyncFailedException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.util.FS;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The object stores of all families, opened when they are asked for. A family that has nothing has
 * no directory. Thread-safe.
 */
public final class ObjectStores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectStores.class);

  /** Families kept open; each costs the indexes of its packs and some file handles. */
  static final int OPEN_FAMILIES_MAX = 512;

  private static final int WITHDRAWAL_COUNTERS = 1 << 12;

  /** How the index of a pack ends that is set aside. */
  static final String ASIDE = ".idx.damaged";

  private final Layout layout;
  private final Config config;
  private final FS files;
  private final Consumer<SyncFailedException> onSyncFailed;
  private volatile boolean hasFailed;

  /**
   * How often objects were taken out of families, since the start. Families share counters, which
   * makes some of them check again for nothing, so that this has a bound.
   */
  private final AtomicLongArray withdrawals = new AtomicLongArray(WITHDRAWAL_COUNTERS);

  private final Leases leases = new Leases();
  private final List<Consumer<Identifier>> dropped = new CopyOnWriteArrayList<>();

  /** Packs that nobody finds objects in any more, by family; their files may still be read. */
  private final Map<Identifier, SortedSet<String>> replaced = new ConcurrentHashMap<>();

  private final Cache<Identifier, ObjectDirectory> open =
      Caffeine.newBuilder()
          .maximumSize(OPEN_FAMILIES_MAX)
          .<Identifier, ObjectDirectory>evictionListener(
              (_, directory, _) -> closeQuietly(directory))
          .build();

  /**
   * Opens nothing yet.
   *
   * @param config what JGit reads instead of a repository's config file
   */
  public ObjectStores(Layout layout, Config config, FS files) {
    this(layout, config, files, _ -> {});
  }

  /**
   * Opens nothing yet.
   *
   * @param onSyncFailed told when the disk could not keep what it was given; must lead to the end
   *     of the process
   */
  public ObjectStores(
      Layout layout, Config config, FS files, Consumer<SyncFailedException> onSyncFailed) {
    this.layout = layout;
    this.config = config;
    this.files = files;
    this.onSyncFailed = onSyncFailed;
  }

  /** Work that ends on disk, or fails. */
  @FunctionalInterface
  interface DiskWork {
    void run() throws IOException;
  }

  /** Does something to files. After a sync that failed nothing is done to them any more. */
  void onDisk(DiskWork work) throws IOException {
    requireSound();
    try {
      work.run();
    } catch (SyncFailedException e) {
      hasFailed = true;
      onSyncFailed.accept(e);
      throw e;
    }
  }

  void requireSound() throws SyncFailedException {
    if (hasFailed) {
      throw new SyncFailedException("the disk has failed; nothing is written any more");
    }
  }

  /** Returns whether nothing may be written any more, nor removed: the next start looks. */
  boolean hasFailed() {
    return hasFailed;
  }

  public Layout layout() {
    return layout;
  }

  /** Returns what is published in a family. */
  public ObjectsHere of(Identifier family) {
    // In this order: once they are removed and forgotten, the directory is opened anew.
    SortedSet<String> without = replaced(family);
    return new PackedObjects(directory(family), without);
  }

  /** Returns the packs of a family that were replaced and are not removed yet. */
  SortedSet<String> replaced(Identifier family) {
    return replaced.getOrDefault(family, Collections.emptySortedSet());
  }

  /** Lets a family be read for a while: its packs stay where they are until the lease is closed. */
  public Lease lease(Identifier family) {
    return new Lease(family, leases.begin(family));
  }

  /** The right to read a family's objects, as long as it is not closed. For one thread. */
  public final class Lease implements AutoCloseable {
    private final Identifier family;
    private final long number;
    private final SortedSet<String> replacedBefore;

    private Lease(Identifier family, long number) {
      this.family = family;
      this.number = number;
      this.replacedBefore = replaced(family);
    }

    public ObjectDirectory directory() {
      return ObjectStores.this.directory(family);
    }

    /**
     * Returns the packs whose files are there until the lease is closed: not those that were
     * replaced before it began, which may go at any time. JGit's readers find their way around
     * them; whoever reads packs by itself takes these.
     */
    public List<Pack> packs() {
      return directory().getPacks().stream()
          .filter(pack -> !replacedBefore.contains(PackedObjects.nameOf(pack)))
          .toList();
    }

    @Override
    public void close() {
      leases.end(family, number);
    }
  }

  /** Has somebody told of families from which objects were removed; what is told must not wait. */
  public void onDropped(Consumer<Identifier> listener) {
    dropped.add(listener);
  }

  Leases leases() {
    return leases;
  }

  /**
   * Returns a family's objects as JGit reads them. It stays usable for whoever has it, also when it
   * is closed here meanwhile (its packs are opened again when they are read), so the caller closes
   * only the readers that it makes. Nothing is ever written through it.
   */
  public ObjectDirectory directory(Identifier family) {
    return open.get(family, this::opened);
  }

  private ObjectDirectory opened(Identifier family) {
    return opened(layout.objects(family));
  }

  /** Opens an object directory that belongs to no family. */
  ObjectDirectory opened(Path objects) {
    try {
      return PackedObjects.open(objects, config, files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Shows a pack that was just put into a family's directory. */
  void added(Identifier family, Path pack) throws IOException {
    directory(family).openPack(pack.toFile());
  }

  /** Hides a pack that cannot be used; its files stay, for whoever wants to look at them. */
  void setAside(Identifier family, String pack) throws IOException {
    Path packs = layout.packs(family);
    Path index = packs.resolve(pack + ".idx");
    if (Files.exists(index)) {
      // Without an index the pack is not looked at.
      onDisk(() -> {
        Files.move(index, packs.resolve(pack + ASIDE), StandardCopyOption.REPLACE_EXISTING);
        DurableFiles.sync(packs);
      });
      closeQuietly(open.asMap().remove(family));
    }
  }

  /** Takes a pack out of a family again. */
  void withdraw(Identifier family, String pack) throws IOException {
    countWithdrawal(family);
    delete(layout.family(family), pack);
    closeQuietly(open.asMap().remove(family));
  }

  /**
   * From now on nobody finds an object in these packs; their files stay, without bitmaps. By its
   * bitmap a pack is copied as it is, and who is in the middle of that when it goes cannot go on
   * with another, as all other readers can.
   *
   * @param drops whether objects of them are nowhere else
   */
  void replace(Identifier family, SortedSet<String> packs, boolean drops) {
    deleteBitmaps(family, packs);
    replaced.merge(family, packs, ObjectStores::union);
    if (drops) {
      countWithdrawal(family);
      dropped.forEach(one -> one.accept(family));
    }
    closeQuietly(open.asMap().remove(family));
  }

  private void deleteBitmaps(Identifier family, SortedSet<String> packs) {
    for (String pack : packs) {
      try {
        onDisk(() -> Files.deleteIfExists(layout.packs(family).resolve(pack + Room.BITMAP)));
      } catch (IOException e) {
        LOG.warn("the bitmap of the old pack {} of {} stays as long as it", pack, family, e);
      }
    }
  }

  private static SortedSet<String> union(SortedSet<String> one, SortedSet<String> other) {
    SortedSet<String> all = new TreeSet<>(one);
    all.addAll(other);
    return Collections.unmodifiableSortedSet(all);
  }

  /** Removes the files of packs that were replaced. */
  void removeReplaced(Identifier family, SortedSet<String> packs) throws IOException {
    for (String pack : packs) {
      delete(layout.family(family), pack);
    }
    if (!Files.exists(layout.objects(family))) {
      // Without objects there are no refs: what is left are empty files for plain git.
      DurableFiles.delete(layout.family(family));
    }
    closeQuietly(open.asMap().remove(family));
    replaced.computeIfPresent(
        family,
        (_, all) -> {
          SortedSet<String> left = new TreeSet<>(all);
          left.removeAll(packs);
          return left.isEmpty() ? null : Collections.unmodifiableSortedSet(left);
        });
  }

  /** Removes a pack from a family's directory, and the directory if nothing else is in it. */
  void delete(Path family, String pack) throws IOException {
    onDisk(() -> deleted(family, pack));
  }

  private static void deleted(Path family, String pack) throws IOException {
    Path objects = family.resolve("objects");
    Path packs = objects.resolve("pack");
    // The index first: without it the pack is not looked at.
    Files.deleteIfExists(packs.resolve(pack + ".idx"));
    Files.deleteIfExists(packs.resolve(pack + ASIDE));
    Files.deleteIfExists(packs.resolve(pack + Room.BITMAP));
    Files.deleteIfExists(packs.resolve(pack + ".pack"));
    if (Files.isDirectory(packs)) {
      DurableFiles.sync(packs);
      deleteIfEmpty(packs);
    }
    if (!Files.exists(packs)) {
      DurableFiles.delete(objects.resolve("info"));
    }
    for (Path directory : List.of(objects, family)) {
      deleteIfEmpty(directory);
    }
  }

  private void countWithdrawal(Identifier family) {
    withdrawals.incrementAndGet(counterOf(family));
  }

  /** Returns a number that changes when objects are taken out of a family. */
  long withdrawals(Identifier family) {
    return withdrawals.get(counterOf(family));
  }

  private static int counterOf(Identifier family) {
    return Math.floorMod(family.hashCode(), WITHDRAWAL_COUNTERS);
  }

  private static void deleteIfEmpty(Path directory) throws IOException {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      // Other packs are there.
    }
  }

  @Override
  public void close() {
    open.asMap().values().forEach(ObjectDirectory::close);
    open.invalidateAll();
  }

  private static void closeQuietly(@Nullable ObjectDirectory directory) {
    if (directory != null) {
      directory.close();
    }
  }
}
