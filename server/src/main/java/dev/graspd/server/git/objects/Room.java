package dev.graspd.server.git.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.gate.OutdatedDeliveryException;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.jspecify.annotations.Nullable;

/**
 * One directory of the quarantine, with the layout of a git object directory. Closing removes it,
 * unless {@link #deliver} has passed that duty on. For one thread at a time.
 */
public final class Room implements AutoCloseable {
  static final String COMMIT_GRAPH = "commit-graph";

  static final String BITMAP = ".bitmap";

  final ObjectStores stores;
  final FailPoints failPoints;
  private final Identifier family;
  private final Path directory;
  private final Runnable left;

  /** The published packs in which objects were looked up for this room. */
  private final Set<OpenPacks> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private @Nullable ObjectDirectory own;
  private boolean delivered;

  Room(
      ObjectStores stores,
      FailPoints failPoints,
      Identifier family,
      Path directory,
      Runnable left) {
    this.stores = stores;
    this.failPoints = failPoints;
    this.family = family;
    this.directory = directory;
    this.left = left;
  }

  public Identifier family() {
    return family;
  }

  Path directory() {
    return directory;
  }

  /** Returns the directory of packs. */
  Path packs() {
    return directory.resolve("objects").resolve("pack");
  }

  /** Returns the directory for files that become packs, and makes it. */
  public Path makePacks() throws IOException {
    stores.requireSound();
    return Files.createDirectories(packs());
  }

  /** Returns a unique name: equal packs of two deliveries have different names. */
  public String packName(byte[] checksum) {
    return "pack-" + Names.hash(directory.getFileName().toString(), checksum);
  }

  /** Begins to read the published objects of the family. */
  public ObjectStores.Lease reading() {
    ObjectStores.Lease lease = stores.lease(family);
    seen.add(lease.open());
    return lease;
  }

  /** Returns the objects in this room, as JGit reads them; closed with the room. */
  public ObjectDirectory own() {
    ObjectDirectory opened = own;
    if (opened == null) {
      opened = stores.opened(directory.resolve("objects"));
      own = opened;
    }
    return opened;
  }

  /** Returns the objects in this room and the published ones. */
  ObjectsHere objects() {
    ObjectsHere here = new PackedObjects(own());
    ObjectsHere there = stores.of(family);
    return id -> here.kindOf(id).or(() -> there.kindOf(id));
  }

  /** Returns whether an object is in these packs of the room, published or not. */
  boolean holds(List<PackDelivery.Pack> packs, Oid id) {
    return !packs.isEmpty() && PackedObjects.isIn(own().getPacks(), JgitIds.of(id));
  }

  /**
   * Delivers the packs of this room: checked, complete, and closed under references together with
   * the published objects.
   *
   * @param onlyFor the only key whose events they count for
   */
  public PackDelivery deliver(List<PackDelivery.Pack> packs, Optional<PublicKey> onlyFor) {
    failPoints.reach(FailPoints.RECEIVED);
    delivered = true;
    return new QuarantinedDelivery(this, packs, onlyFor);
  }

  /**
   * Fails if the objects here refer to some that are gone, because nothing needed them. Checks
   * again only after packs were replaced.
   */
  void requireNothingGone() throws IOException {
    SortedSet<String> named = stores.named(family);
    if (seen.stream().allMatch(one -> named.containsAll(one.names()))
        || !Files.isDirectory(packs())) {
      return;
    }
    ObjectDirectory here = own();
    seen.clear();
    try (ObjectStores.Lease reading = reading()) {
      ObjectDirectory there = reading.directory();
      if (!PackLinks.areAll(here, _ -> true, id -> here.has(id) || there.has(id))) {
        throw new OutdatedDeliveryException(
            "objects that this needs were removed while it was checked");
      }
    }
  }

  @Override
  public void close() {
    if (!delivered) {
      remove();
    }
  }

  /** Stores packs of this room in the depot; durable when it returns, and named by nobody. */
  void store(List<PackDelivery.Pack> packs) throws IOException {
    store(packs, Collections.emptySortedSet());
  }

  /**
   * Stores packs of this room in the depot, and notes others that the store is about to forget;
   * durable when it returns.
   */
  void store(List<PackDelivery.Pack> packs, SortedSet<String> forgotten) throws IOException {
    List<String> stored = packs.stream().map(PackDelivery.Pack::name).toList();
    SortedSet<String> noted = new TreeSet<>(forgotten);
    noted.addAll(stored);
    stores.onDisk(() -> new PackTarget(Layout.name(family), noted).write(directory));
    failPoints.reach(FailPoints.TARGET_WRITTEN);
    if (!stored.isEmpty()) {
      stores.store(family, packs(), stored);
    }
  }

  /**
   * Removes packs from the depot that no transaction names. A named one stays: work may fail after
   * its transaction is on disk.
   */
  void withdraw(List<PackDelivery.Pack> packs) throws IOException {
    SortedSet<String> named = stores.named(family);
    stores.delete(
        family,
        packs.stream().map(PackDelivery.Pack::name).filter(pack -> !named.contains(pack)).toList());
  }

  /** Syncs packs of this room, with all names that lead to them. */
  void sync(List<PackDelivery.Pack> packs) throws IOException {
    stores.onDisk(() -> {
      syncFiles(packs);
      syncNames();
    });
  }

  /**
   * Replaces the family's commit graph with that of this room, or removes it if the room has none.
   * The old packs and the new ones have all commits of it.
   */
  void publishCommitGraph() throws IOException {
    Path fresh = packs().resolve(COMMIT_GRAPH);
    Path there = stores.layout().objects(family).resolve("info");
    stores.onDisk(() -> {
      if (Files.exists(fresh)) {
        DurableFiles.sync(fresh);
        DurableFiles.createDirectories(there);
        Files.move(
            fresh,
            there.resolve(COMMIT_GRAPH),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } else {
        FileTrees.delete(there);
      }
    });
  }

  private void syncFiles(List<PackDelivery.Pack> packs) throws IOException {
    for (PackDelivery.Pack pack : packs) {
      DurableFiles.sync(packs().resolve(pack.name() + ".pack"));
      DurableFiles.sync(packs().resolve(pack.name() + ".idx"));
      if (Files.exists(packs().resolve(pack.name() + BITMAP))) {
        DurableFiles.sync(packs().resolve(pack.name() + BITMAP));
      }
    }
  }

  /** Syncs the names of the room and of its files. */
  private void syncNames() throws IOException {
    Path objects = directory.resolve("objects");
    for (Path part : List.of(packs(), objects, directory, stores.layout().quarantine())) {
      DurableFiles.sync(part);
    }
  }

  /** Closes the files without removing them. */
  void release() {
    ObjectDirectory opened = own;
    if (opened != null) {
      opened.close();
      own = null;
    }
  }

  void remove() {
    release();
    if (stores.hasFailed()) {
      return;
    }
    try {
      FileTrees.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      leave();
    }
  }

  /** Reports that the room is not in use now. */
  void leave() {
    left.run();
  }
}
