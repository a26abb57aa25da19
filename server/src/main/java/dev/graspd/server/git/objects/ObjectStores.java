package dev.graspd.server.git.objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.server.base.DurableFiles;
import java.io.IOException;
import java.io.SyncFailedException;
import java.io.UncheckedIOException;
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
 * The object stores of all families, opened at first use. An empty family has no directory.
 * Thread-safe.
 */
public final class ObjectStores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectStores.class);

  /** Families kept open; each costs the indexes of its packs and some file handles. */
  static final int OPEN_FAMILIES_MAX = 512;

  private static final int WITHDRAWAL_COUNTERS = 1 << 12;

  /** The ending of the index of a pack that is set aside. */
  static final String ASIDE = ".idx.damaged";

  private final Layout layout;
  private final Config config;
  private final FS files;
  private final Consumer<SyncFailedException> onSyncFailed;
  private volatile boolean hasFailed;

  /**
   * The number of withdrawals of objects from families since the start. Families share counters, so
   * that memory is bounded; a shared one causes a needless check at most.
   */
  private final AtomicLongArray withdrawals = new AtomicLongArray(WITHDRAWAL_COUNTERS);

  private final Leases leases = new Leases();
  private final List<Consumer<Identifier>> dropped = new CopyOnWriteArrayList<>();

  /**
   * Packs in which nobody finds objects now, by family; readers may still have their files open.
   */
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
   * @param config read by JGit instead of a repository's config file
   */
  public ObjectStores(Layout layout, Config config, FS files) {
    this(layout, config, files, _ -> {});
  }

  /**
   * Opens nothing yet.
   *
   * @param onSyncFailed called when a sync fails; must lead to the end of the process
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

  /** Changes files. After a failed sync, it changes none of them. */
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
      throw new SyncFailedException(
          "the disk has failed; the server writes nothing until the next start");
    }
  }

  /**
   * Returns whether a sync has failed: nobody may write or remove files then; the next start
   * checks.
   */
  boolean hasFailed() {
    return hasFailed;
  }

  public Layout layout() {
    return layout;
  }

  /** Returns the published objects of a family. */
  public ObjectsHere of(Identifier family) {
    // In this order: after their removal, the directory is opened again.
    SortedSet<String> without = replaced(family);
    return new PackedObjects(directory(family), without);
  }

  /** Returns the replaced packs of a family that still have files. */
  SortedSet<String> replaced(Identifier family) {
    return replaced.getOrDefault(family, Collections.emptySortedSet());
  }

  /** Keeps the packs of a family in place for a reader, until it closes the lease. */
  public Lease lease(Identifier family) {
    return new Lease(family, leases.begin(family));
  }

  /** The right to read a family's objects, until it is closed. For one thread. */
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
     * Returns the packs whose files stay until the lease is closed, for readers of files. Packs
     * that were replaced before may vanish at any time; JGit's readers cope with that.
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

  /** Adds a listener for families that lose objects; it must not block. */
  public void onDropped(Consumer<Identifier> listener) {
    dropped.add(listener);
  }

  Leases leases() {
    return leases;
  }

  /**
   * Returns a family's objects as JGit reads them. It stays usable after it is closed here, because
   * JGit opens packs again; the caller closes only its own readers. Nobody writes through it.
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

  /** Opens a new pack in a family's directory. */
  void added(Identifier family, Path pack) throws IOException {
    directory(family).openPack(pack.toFile());
  }

  /** Hides an unusable pack; its files stay for the operator. */
  void setAside(Identifier family, String pack) throws IOException {
    Path packs = layout.packs(family);
    Path index = packs.resolve(pack + ".idx");
    if (Files.exists(index)) {
      // JGit ignores a pack without an index.
      onDisk(() -> {
        Files.move(index, packs.resolve(pack + ASIDE), StandardCopyOption.REPLACE_EXISTING);
        DurableFiles.sync(packs);
      });
      closeQuietly(open.asMap().remove(family));
    }
  }

  /** Removes a pack from a family. */
  void withdraw(Identifier family, String pack) throws IOException {
    withdrawals.incrementAndGet(counterOf(family));
    delete(layout.family(family), pack);
    closeQuietly(open.asMap().remove(family));
  }

  /**
   * Hides these packs; their files stay, without bitmaps. With a bitmap, JGit copies a pack as it
   * is, and if the file vanishes meanwhile, it cannot switch to another pack as all other readers
   * can.
   *
   * @param drops whether some of their objects are in no other pack
   */
  void replace(Identifier family, SortedSet<String> packs, boolean drops) {
    deleteBitmaps(family, packs);
    replaced.merge(family, packs, ObjectStores::union);
    if (drops) {
      withdrawals.incrementAndGet(counterOf(family));
      dropped.forEach(one -> one.accept(family));
    }
    closeQuietly(open.asMap().remove(family));
  }

  private void deleteBitmaps(Identifier family, SortedSet<String> packs) {
    for (String pack : packs) {
      try {
        onDisk(() -> Files.deleteIfExists(layout.packs(family).resolve(pack + Room.BITMAP)));
      } catch (IOException e) {
        LOG.warn(
            "the bitmap of the old pack {} of {} stays until the pack is removed", pack, family, e);
      }
    }
  }

  private static SortedSet<String> union(SortedSet<String> one, SortedSet<String> other) {
    SortedSet<String> all = new TreeSet<>(one);
    all.addAll(other);
    return Collections.unmodifiableSortedSet(all);
  }

  /** Removes the files of replaced packs. */
  void removeReplaced(Identifier family, SortedSet<String> packs) throws IOException {
    for (String pack : packs) {
      delete(layout.family(family), pack);
    }
    if (!Files.exists(layout.objects(family))) {
      // Without objects there are no refs: only empty files for plain git are left.
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
    onDisk(() -> deleteFiles(family, pack));
  }

  private static void deleteFiles(Path family, String pack) throws IOException {
    Path objects = family.resolve("objects");
    Path packs = objects.resolve("pack");
    // The index first: JGit ignores a pack without it.
    Files.deleteIfExists(packs.resolve(pack + ".idx"));
    Files.deleteIfExists(packs.resolve(pack + ASIDE));
    Files.deleteIfExists(packs.resolve(pack + Room.BITMAP));
    Files.deleteIfExists(packs.resolve(pack + ".pack"));
    if (Files.isDirectory(packs)) {
      DurableFiles.sync(packs);
      DurableFiles.deleteIfEmpty(packs);
    }
    if (!Files.exists(packs)) {
      DurableFiles.delete(objects.resolve("info"));
    }
    DurableFiles.deleteIfEmpty(objects);
    DurableFiles.deleteIfEmpty(family);
  }

  /** Returns a number that changes when a family loses objects. */
  long withdrawals(Identifier family) {
    return withdrawals.get(counterOf(family));
  }

  private static int counterOf(Identifier family) {
    return Math.floorMod(family.hashCode(), WITHDRAWAL_COUNTERS);
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
