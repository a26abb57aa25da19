package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import dev.graspd.server.gate.Delivery;
import dev.graspd.server.gate.FailPoints;
import dev.graspd.server.gate.GitObjects;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Where objects wait that belong to no repository yet: each delivery in a directory of its own,
 * which is deleted whole, published, or kept as a shelf. Thread-safe.
 */
public final class Quarantine implements GitObjects {
  private static final Pattern SHELF = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final String PACK_ENDING = ".pack";

  private final ObjectStores stores;
  private final Supplier<UUID> names;
  private final FailPoints failPoints;

  /** The rooms that somebody works in. */
  private final Set<String> inUse = ConcurrentHashMap.newKeySet();

  /**
   * Touches nothing yet.
   *
   * @param names never the same twice
   */
  public Quarantine(ObjectStores stores, Supplier<UUID> names, FailPoints failPoints) {
    this.stores = stores;
    this.names = names;
    this.failPoints = failPoints;
  }

  @Override
  public ObjectsHere of(Identifier family) {
    return stores.of(family);
  }

  @Override
  public Reach reach(Identifier family, SortedSet<Oid> tips, int looksMax) {
    return new CommitReach(() -> stores.lease(family), tips, looksMax);
  }

  /** Makes room for objects that arrive for a family; nothing is on disk before it is used. */
  public Room open(Identifier family) {
    return room(family, names.get().toString());
  }

  /** Returns a delivery without objects, for pushes that only delete or move. */
  public Delivery nothing(Identifier family) {
    return new QuarantinedDelivery(open(family), List.of());
  }

  ObjectStores stores() {
    return stores;
  }

  private Room room(Identifier family, String name) {
    inUse.add(name);
    return new Room(
        stores,
        failPoints,
        family,
        stores.layout().quarantine().resolve(name),
        () -> inUse.remove(name));
  }

  /**
   * Removes rooms that nobody uses and could not remove when they were done. What names packs is
   * left to the next start.
   *
   * @param knownShelves what the store names, as of when it is asked for
   */
  public void sweep(Supplier<SortedSet<String>> knownShelves) throws IOException {
    List<Path> left = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(stores.layout().quarantine())) {
      for (Path one : all) {
        if (!inUse.contains(one.getFileName().toString()) && Files.isDirectory(one)) {
          left.add(one);
        }
      }
    } catch (NoSuchFileException e) {
      return;
    }
    // Asked for afterwards: what is not in use any more, was on its shelf before that.
    SortedSet<String> shelves = knownShelves.get();
    for (Path one : left) {
      if (!shelves.contains(one.getFileName().toString())
          && !Files.exists(one.resolve(Target.FILE))) {
        DurableFiles.delete(one);
      }
    }
  }

  @Override
  public Delivery unshelve(Identifier family, String shelf) throws IOException {
    if (!SHELF.matcher(shelf).matches()) {
      throw new NoSuchFileException(shelf);
    }
    Room room = room(family, shelf);
    List<Delivery.Pack> packs = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(room.packs(), "*" + PACK_ENDING)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        packs.add(
            new Delivery.Pack(
                name.substring(0, name.length() - PACK_ENDING.length()), Files.size(file)));
      }
    }
    return new QuarantinedDelivery(room, packs);
  }

  /**
   * Removes what an earlier process left: publications that no transaction names, and every
   * directory that is not a shelf of the store. To be called once, before anything is served.
   *
   * @param isKnownPack whether the store names a pack, given a family's directory name and the
   *     pack's name
   */
  public void clean(SortedSet<String> knownShelves, BiPredicate<String, String> isKnownPack)
      throws IOException {
    Path quarantine = stores.layout().quarantine();
    if (!Files.isDirectory(quarantine)) {
      return;
    }
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(quarantine)) {
      for (Path leftover : leftovers) {
        withdraw(leftover, isKnownPack);
        if (!knownShelves.contains(leftover.getFileName().toString())) {
          DurableFiles.delete(leftover);
        }
      }
    }
    DurableFiles.sync(quarantine);
  }

  private void withdraw(Path leftover, BiPredicate<String, String> isKnownPack) throws IOException {
    Optional<Target> target = Target.read(leftover);
    if (target.isEmpty()) {
      return;
    }
    Target begun = target.get();
    for (String pack : begun.packs()) {
      if (!isKnownPack.test(begun.family(), pack)) {
        stores.delete(stores.layout().families().resolve(begun.family()), pack);
      }
    }
    DurableFiles.delete(leftover.resolve(Target.FILE));
    DurableFiles.sync(leftover);
  }
}
