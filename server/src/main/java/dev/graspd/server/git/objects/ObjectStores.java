package dev.graspd.server.git.objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.store.blocking.Blocking;
import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.EventLoops;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.git.depot.NamedPacks;
import dev.graspd.server.git.depot.PackDepot;
import java.io.IOException;
import java.io.SyncFailedException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.util.FS;
import org.jspecify.annotations.Nullable;

/**
 * The object stores of all families, opened at first use. A family's objects are those of the packs
 * that the store names, whatever lies in its directory; an empty family has none. Thread-safe.
 */
@Blocking
public final class ObjectStores implements AutoCloseable {
  /** Families kept open; each costs the indexes of its packs and some file handles. */
  static final int OPEN_FAMILIES_MAX = 512;

  /** The ending of the index of a pack that is set aside. */
  static final String ASIDE = ".idx.damaged";

  private static final String PACK = ".pack";
  private static final String INDEX = ".idx";

  private final Layout layout;
  private final PackDepot depot;
  private final NamedPacks named;
  private final Config config;
  private final Consumer<SyncFailedException> onSyncFailed;
  private volatile boolean hasFailed;
  private final Leases leases = new Leases();
  private final List<Consumer<Identifier>> dropped = new CopyOnWriteArrayList<>();

  private final Cache<Identifier, OpenPacks> open =
      Caffeine.newBuilder()
          .maximumSize(OPEN_FAMILIES_MAX)
          .<Identifier, OpenPacks>evictionListener((_, packs, _) -> retire(packs))
          .build();

  /**
   * Opens nothing yet.
   *
   * @param depot where the files of published packs are: in the families' directories
   * @param named the packs that are read
   * @param config read by JGit instead of a repository's config file
   * @param onSyncFailed called when a sync fails; must lead to the end of the process
   */
  public ObjectStores(
      Layout layout,
      PackDepot depot,
      NamedPacks named,
      Config config,
      Consumer<SyncFailedException> onSyncFailed) {
    this.layout = layout;
    this.depot = depot;
    this.named = named;
    this.config = config;
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

  /** Returns the published objects of a family: those in packs that the store names. */
  public ObjectsHere of(Identifier family) {
    return new PublishedObjects(this, family);
  }

  /**
   * Returns how many objects the packs of a family have that are named now, from the sizes of their
   * indexes; an object counts once for each pack.
   */
  public long objectCount(Identifier family) {
    EventLoops.requireElsewhere();
    OpenPacks known = open.getIfPresent(family);
    return known != null && known.isFor(named.of(family))
        ? known.objectCount()
        : current(family).objectCount();
  }

  /** Keeps the packs of a family in place for a reader, until it closes the lease. */
  public Lease lease(Identifier family) {
    long number = leases.begin(family);
    boolean begun = false;
    try {
      Lease lease = new Lease(family, number, use(family));
      begun = true;
      return lease;
    } finally {
      if (!begun) {
        leases.end(family, number);
      }
    }
  }

  /** The right to read a family's objects, until it is closed. For one thread. */
  public final class Lease implements AutoCloseable {
    private final Identifier family;
    private final long number;
    private final OpenPacks packs;

    private Lease(Identifier family, long number, OpenPacks packs) {
      this.family = family;
      this.number = number;
      this.packs = packs;
    }

    /**
     * Returns the objects as JGit reads them: all that were named when the lease began. The caller
     * closes only its own readers. Nobody writes through it.
     */
    public ObjectDirectory directory() {
      return packs.directory();
    }

    /** Returns the packs; their files stay until the lease is closed. */
    public List<Pack> packs() {
      return List.copyOf(directory().getPacks());
    }

    /** Adds the packs that were named since the lease began. */
    public void renew() {
      ObjectStores.add(packs, named.of(family));
    }

    OpenPacks open() {
      return packs;
    }

    @Override
    public void close() {
      packs.end();
      leases.end(family, number);
    }
  }

  /** Adds a listener for families that may have lost objects; it must not block. */
  public void onDropped(Consumer<Identifier> listener) {
    dropped.add(listener);
  }

  Leases leases() {
    return leases;
  }

  /** Returns the packs of a family that are named now. */
  SortedSet<String> named(Identifier family) {
    return named.of(family);
  }

  /** Returns the open packs of a family, as they are named now; the caller ends the use. */
  OpenPacks use(Identifier family) {
    EventLoops.requireElsewhere();
    OpenPacks packs = current(family);
    while (!packs.begin()) {
      packs = current(family);
    }
    return packs;
  }

  /** Returns the open packs of a family, as they are named now. */
  OpenPacks current(Identifier family) {
    SortedSet<String> names = named.of(family);
    OpenPacks known = open.getIfPresent(family);
    if (known != null && known.isFor(names) && !known.isGivenUp()) {
      return known;
    }
    AtomicBoolean isAnyGone = new AtomicBoolean();
    OpenPacks now = refreshed(family, isAnyGone);
    if (isAnyGone.get()) {
      tellDropped(family);
    }
    return now;
  }

  private OpenPacks refreshed(Identifier family, AtomicBoolean isAnyGone) {
    return open.asMap()
        .compute(
            family,
            (_, before) -> {
              // Read again here: of two readers, the later one decides.
              SortedSet<String> names = named.of(family);
              if (before != null && before.isIn(names)) {
                add(before, names);
                return before;
              }
              if (before != null) {
                isAnyGone.set(!names.containsAll(before.names()));
                before.retire();
              }
              return OpenPacks.of(layout.objects(family), names, config);
            });
  }

  private void tellDropped(Identifier family) {
    dropped.forEach(one -> one.accept(family));
  }

  /**
   * A transaction of this process names other packs of a family instead of some.
   *
   * @param drops whether some of their objects are in no other pack
   */
  void replaced(Identifier family, boolean drops) {
    if (open.getIfPresent(family) != null) {
      OpenPacks _ = refreshed(family, new AtomicBoolean());
    }
    if (drops) {
      tellDropped(family);
    }
  }

  private static void add(OpenPacks packs, SortedSet<String> names) {
    try {
      packs.add(names);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens an object directory that belongs to no family. */
  ObjectDirectory opened(Path objects) {
    try {
      return PackedObjects.open(objects, config, FS.DETECTED);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
      retire(open.asMap().remove(family));
    }
  }

  /** Stores packs of a room in a family's directory, durably; nobody reads them yet. */
  void store(Identifier family, Path room, List<String> packs) throws IOException {
    String directory = Layout.name(family);
    List<PackDepot.Item> items = new ArrayList<>();
    for (String pack : packs) {
      // The index last: plain git ignores a pack without one.
      for (String ending : List.of(PACK, Room.BITMAP, INDEX)) {
        Path file = room.resolve(pack + ending);
        if (!ending.equals(Room.BITMAP) || Files.exists(file)) {
          items.add(new PackDepot.Item(Layout.inDepot(directory, pack + ending), file));
        }
      }
    }
    onDisk(() -> depot.put(items));
  }

  /** Removes the files of packs that no transaction names. */
  void delete(Identifier family, Collection<String> packs) throws IOException {
    for (String pack : packs) {
      delete(Layout.name(family), pack);
    }
  }

  /** Removes the files of packs that are not named any more, and all of a family without any. */
  void removeReplaced(Identifier family, SortedSet<String> packs) throws IOException {
    delete(family, packs);
    if (!Files.exists(layout.objects(family))) {
      // Without objects there are no refs: only empty files for plain git are left. Nothing else
      // goes with them: another server may store a pack of this family now.
      FileTrees.delete(layout.repositories(family));
      DurableFiles.deleteIfEmpty(layout.family(family));
    }
  }

  /** Removes files of published packs, unless a backup may read them; returns whether it did. */
  boolean isDoneWithoutBackup(DiskWork removal) throws IOException {
    Files.createDirectories(layout.root());
    try (FileChannel file =
            FileChannel.open(
                layout.removals(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = file.tryLock()) {
      if (lock == null) {
        return false;
      }
      removal.run();
      return true;
    } catch (OverlappingFileLockException e) {
      // Another thread of this process has it.
      return false;
    }
  }

  /**
   * Removes a pack from a family's directory, and the directory if nothing else is in it.
   *
   * @param family the name of its directory
   */
  void delete(String family, String pack) throws IOException {
    SortedSet<String> files = new TreeSet<>();
    for (String ending : List.of(PACK, INDEX, ASIDE, Room.BITMAP)) {
      files.add(Layout.inDepot(family, pack + ending));
    }
    onDisk(() -> {
      depot.delete(files);
      deleteIfEmpty(layout.families().resolve(family));
    });
  }

  private static void deleteIfEmpty(Path family) throws IOException {
    Path objects = family.resolve("objects");
    if (!Files.exists(objects.resolve("pack"))) {
      FileTrees.delete(objects.resolve("info"));
    }
    DurableFiles.deleteIfEmpty(objects);
    DurableFiles.deleteIfEmpty(family);
  }

  @Override
  public void close() {
    open.asMap().values().forEach(OpenPacks::retire);
    open.invalidateAll();
  }

  private static void retire(@Nullable OpenPacks packs) {
    if (packs != null) {
      packs.retire();
    }
  }
}
