package dev.graspd.server.git.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.gate.OutdatedDeliveryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.ObjectId;
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

  /**
   * The number of withdrawals before this room was opened; see {@link #requireNothingWithdrawn}.
   */
  private final long withdrawals;

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
    this.withdrawals = stores.withdrawals(family);
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

  public ObjectStores.Lease reading() {
    return stores.lease(family);
  }

  /** Returns the published objects of the family, as JGit reads them. */
  public ObjectDirectory published() {
    return stores.directory(family);
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
    return !packs.isEmpty() && PackedObjects.isIn(own().getPacks(), ObjectId.fromString(id.hex()));
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
   * Fails if the objects here refer to some that are gone: withdrawn, or removed because nothing
   * needed them. Checks again only after a loss.
   */
  void requireNothingWithdrawn() throws IOException {
    if (stores.withdrawals(family) == withdrawals || !Files.isDirectory(packs())) {
      return;
    }
    ObjectDirectory here = own();
    SortedSet<String> replaced = stores.replaced(family);
    PackedObjects there = new PackedObjects(published(), replaced);
    if (!PackLinks.areAll(here, _ -> true, id -> here.has(id) || there.has(id))) {
      throw new OutdatedDeliveryException(
          "objects that this needs were withdrawn while it was checked");
    }
  }

  @Override
  public void close() {
    if (!delivered) {
      remove();
    }
  }

  /** Gives packs of this room their public names; on disk when it returns. */
  void publish(List<PackDelivery.Pack> packs) throws IOException {
    publish(packs, Collections.emptySortedSet());
  }

  /**
   * Gives packs of this room their public names, and notes others that the store is about to
   * forget; on disk when it returns.
   */
  void publish(List<PackDelivery.Pack> packs, SortedSet<String> forgotten) throws IOException {
    stores.onDisk(() -> published(packs, forgotten));
  }

  private void published(List<PackDelivery.Pack> packs, SortedSet<String> forgotten)
      throws IOException {
    syncFiles(packs);
    SortedSet<String> noted = new TreeSet<>(forgotten);
    packs.forEach(pack -> noted.add(pack.name()));
    new PackTarget(Layout.name(family), noted).write(directory);
    failPoints.reach(FailPoints.TARGET_WRITTEN);
    Path there = stores.layout().packs(family);
    if (!packs.isEmpty()) {
      DurableFiles.createDirectories(there);
    }
    for (PackDelivery.Pack pack : packs) {
      publish(pack.name(), there);
    }
  }

  private void publish(String pack, Path there) throws IOException {
    // The index last: JGit ignores a pack without one.
    link(pack + ".pack", there);
    failPoints.reach(FailPoints.PACK_LINKED);
    if (Files.exists(packs().resolve(pack + BITMAP))) {
      link(pack + BITMAP, there);
    }
    link(pack + ".idx", there);
    failPoints.reach(FailPoints.INDEX_LINKED);
    DurableFiles.sync(there);
    stores.added(family, there.resolve(pack + ".pack"));
  }

  private void link(String file, Path there) throws IOException {
    DurableFiles.link(packs().resolve(file), there.resolve(file), there.resolve(file + ".part"));
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
        DurableFiles.delete(there);
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
      DurableFiles.delete(directory);
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
