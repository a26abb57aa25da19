package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Predicate;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.lib.AnyObjectId;

/** Packs in a room that take the place of others. Used by one thread at a time. */
final class Replacement implements PackRewriting.Rewrite {
  private final Room room;
  private final ObjectStores stores;
  private final List<PackDelivery.Pack> packs;
  private final SortedSet<String> replaced;
  private final boolean isWhole;
  private final PackRemovals removals;
  private boolean drops = true;
  private boolean stored;
  private boolean kept;

  /**
   * Changes nothing yet.
   *
   * @param isWhole whether it replaces all packs of the family
   */
  Replacement(
      Room room,
      List<PackDelivery.Pack> packs,
      SortedSet<String> replaced,
      boolean isWhole,
      PackRemovals removals) {
    this.room = room;
    this.stores = room.stores;
    this.packs = List.copyOf(packs);
    this.replaced = replaced;
    this.isWhole = isWhole;
    this.removals = removals;
  }

  @Override
  public Identifier family() {
    return room.family();
  }

  @Override
  public List<PackDelivery.Pack> packs() {
    return packs;
  }

  @Override
  public SortedSet<String> replaced() {
    return replaced;
  }

  @Override
  public boolean isEnough(SortedSet<Oid> roots, SortedSet<String> shelves) throws IOException {
    try (ObjectStores.Lease lease = stores.lease(family())) {
      ObjectDirectory objects = lease.directory();
      List<Pack> going = going(objects);
      List<Pack> own = own();
      drops = going.size() != replaced.size() || isAnyDropped(going, own);
      List<Pack> later = later(objects);
      Predicate<AnyObjectId> goes =
          id ->
              PackedObjects.isIn(going, id)
                  && !PackedObjects.isIn(own, id)
                  && !PackedObjects.isIn(later, id);
      return !drops
          || (roots.stream().map(root -> JgitIds.of(root)).noneMatch(goes)
              && PackLinks.areAll(objects, later::contains, goes.negate())
              && areLinksOfShelvesKept(objects, shelves, goes));
    }
  }

  private boolean areLinksOfShelvesKept(
      ObjectDirectory objects, SortedSet<String> shelves, Predicate<AnyObjectId> goes)
      throws IOException {
    for (String shelf : shelves) {
      if (ShelfLinks.into(stores, shelf, objects).stream().anyMatch(goes)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the packs that arrived since the order, or were not part of it. */
  private List<Pack> later(ObjectDirectory objects) {
    return objects.getPacks().stream()
        .filter(pack -> !replaced.contains(PackedObjects.nameOf(pack)))
        .toList();
  }

  private List<Pack> going(ObjectDirectory objects) {
    return objects.getPacks().stream()
        .filter(pack -> replaced.contains(PackedObjects.nameOf(pack)))
        .toList();
  }

  private List<Pack> own() {
    return packs.isEmpty() ? List.of() : new ArrayList<>(room.own().getPacks());
  }

  private static boolean isAnyDropped(List<Pack> going, List<Pack> own) {
    for (Pack pack : going) {
      for (PackIndex.MutableEntry entry : pack) {
        if (!PackedObjects.isIn(own, entry.toObjectId())) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public void store() throws IOException {
    stored = true;
    room.makePacks();
    room.store(packs, replaced);
    if (isWhole) {
      room.publishCommitGraph();
    }
    room.failPoints.reach(FailPoints.REPACK_STORED);
  }

  @Override
  public void keep() {
    kept = true;
    room.failPoints.reach(FailPoints.REPACK_WRITTEN);
    room.release();
    stores.replaced(family(), drops);
    removals.add(family(), replaced, room);
  }

  @Override
  public void close() {
    if (kept || stores.hasFailed()) {
      // The next start checks the packs.
      return;
    }
    try {
      if (stored) {
        room.withdraw(packs);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    room.remove();
  }
}
