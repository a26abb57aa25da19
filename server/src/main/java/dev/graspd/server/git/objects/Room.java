package dev.graspd.server.git.objects;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.gate.Delivery;
import dev.graspd.server.gate.FailPoints;
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
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * One directory of the quarantine, in the shape of git's object directories. Closing it removes it,
 * unless {@link #deliver} has passed that duty on. For one thread at a time.
 */
public final class Room implements AutoCloseable {
  /** What a file is called that tells quickly which commits follow which. */
  static final String COMMIT_GRAPH = "commit-graph";

  static final String BITMAP = ".bitmap";

  final ObjectStores stores;
  final FailPoints failPoints;
  private final Identifier family;
  private final Path directory;
  private final Runnable left;

  /** What was withdrawn before this room was opened; see {@link #requireNothingWithdrawn}. */
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

  /** Returns where packs belong. */
  Path packs() {
    return directory.resolve("objects").resolve("pack");
  }

  /** Returns the directory for files that become packs, and makes it. */
  public Path makePacks() throws IOException {
    stores.requireSound();
    return Files.createDirectories(packs());
  }

  /** Returns a name that no other pack has: packs are told apart by delivery, not by content. */
  public String packName(byte[] checksum) {
    return "pack-" + Names.hash(directory.getFileName().toString(), checksum);
  }

  /** Lets what is published in the family be read for a while. */
  public ObjectStores.Lease reading() {
    return stores.lease(family);
  }

  /** Returns what is published in the family, as JGit reads it. */
  public ObjectDirectory published() {
    return stores.directory(family);
  }

  /** Returns what lies in this room, as JGit reads it; closed with the room. */
  public ObjectDirectory own() {
    ObjectDirectory opened = own;
    if (opened == null) {
      opened = stores.opened(directory.resolve("objects"));
      own = opened;
    }
    return opened;
  }

  /** Returns what is in this room or published. */
  ObjectsHere objects() {
    ObjectsHere here = new PackedObjects(own());
    ObjectsHere there = stores.of(family);
    return id -> here.kindOf(id).or(() -> there.kindOf(id));
  }

  /** Returns whether an object is in these packs of the room, wherever they are by now. */
  boolean holds(List<Delivery.Pack> packs, Oid id) {
    if (packs.isEmpty()) {
      return false;
    }
    ObjectId sought = ObjectId.fromString(id.hex());
    try {
      for (Pack pack : own().getPacks()) {
        if (pack.hasObject(sought)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Hands the packs of this room over: checked, complete, and closed under references together with
   * what is published.
   *
   * @param onlyFor the key for whose events alone they count
   */
  public Delivery deliver(List<Delivery.Pack> packs, Optional<PublicKey> onlyFor) {
    failPoints.reach(FailPoints.RECEIVED);
    delivered = true;
    return new QuarantinedDelivery(this, packs, onlyFor);
  }

  /**
   * Fails if what was checked here leans on objects that are gone: others were withdrawn, or
   * removed because nothing needed them. Checks again only if something went.
   */
  void requireNothingWithdrawn() throws IOException {
    if (stores.withdrawals(family) == withdrawals || !Files.isDirectory(packs())) {
      return;
    }
    ObjectDirectory here = own();
    SortedSet<String> replaced = stores.replaced(family);
    PackedObjects there = new PackedObjects(published(), replaced);
    if (!Links.areAll(here, _ -> true, id -> here.has(id) || there.has(id))) {
      throw new Delivery.OutdatedException(
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
  void publish(List<Delivery.Pack> packs) throws IOException {
    publish(packs, Collections.emptySortedSet());
  }

  /**
   * Gives packs of this room their public names, and notes others that the store is about to
   * forget; on disk when it returns.
   */
  void publish(List<Delivery.Pack> packs, SortedSet<String> forgotten) throws IOException {
    stores.onDisk(() -> published(packs, forgotten));
  }

  private void published(List<Delivery.Pack> packs, SortedSet<String> forgotten)
      throws IOException {
    syncFiles(packs);
    SortedSet<String> noted = new TreeSet<>(forgotten);
    packs.forEach(pack -> noted.add(pack.name()));
    new Target(Layout.name(family), noted).write(directory);
    failPoints.reach(FailPoints.TARGET_WRITTEN);
    Path there = stores.layout().packs(family);
    if (!packs.isEmpty()) {
      DurableFiles.createDirectories(there);
    }
    for (Delivery.Pack pack : packs) {
      publish(pack.name(), there);
    }
  }

  private void publish(String pack, Path there) throws IOException {
    // The index last: a pack without one is not looked at.
    DurableFiles.link(packs().resolve(pack + ".pack"), there.resolve(pack + ".pack"));
    failPoints.reach(FailPoints.PACK_LINKED);
    if (Files.exists(packs().resolve(pack + BITMAP))) {
      DurableFiles.link(packs().resolve(pack + BITMAP), there.resolve(pack + BITMAP));
    }
    DurableFiles.link(packs().resolve(pack + ".idx"), there.resolve(pack + ".idx"));
    failPoints.reach(FailPoints.INDEX_LINKED);
    DurableFiles.sync(there);
    stores.added(family, there.resolve(pack + ".pack"));
  }

  /** Brings packs of this room to disk, with all names that lead to them. */
  void sync(List<Delivery.Pack> packs) throws IOException {
    stores.onDisk(() -> {
      syncFiles(packs);
      syncNames();
    });
  }

  /**
   * Puts the commit graph of this room in the place of the family's, or removes that if there is
   * none. What it names is in the old packs and in the new.
   */
  void publishCommitGraph() throws IOException {
    stores.onDisk(this::commitGraphPublished);
  }

  private void commitGraphPublished() throws IOException {
    Path fresh = packs().resolve(COMMIT_GRAPH);
    Path there = stores.layout().objects(family).resolve("info");
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
  }

  /** Brings the content of packs to disk. */
  private void syncFiles(List<Delivery.Pack> packs) throws IOException {
    for (Delivery.Pack pack : packs) {
      DurableFiles.sync(packs().resolve(pack.name() + ".pack"));
      DurableFiles.sync(packs().resolve(pack.name() + ".idx"));
      if (Files.exists(packs().resolve(pack.name() + BITMAP))) {
        DurableFiles.sync(packs().resolve(pack.name() + BITMAP));
      }
    }
  }

  /** Brings the names of the room and of what is in it to disk. */
  private void syncNames() throws IOException {
    Path objects = directory.resolve("objects");
    for (Path part : List.of(packs(), objects, directory, stores.layout().quarantine())) {
      DurableFiles.sync(part);
    }
  }

  /** Lets the files go without removing them. */
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

  /** Says that nobody works in it any more. */
  void leave() {
    left.run();
  }
}
