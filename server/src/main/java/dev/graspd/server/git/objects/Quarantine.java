package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.family.objects.GitObjects;
import dev.graspd.server.family.objects.PackDelivery;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
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
 * The place of objects that belong to no repository yet: each delivery has its own directory, which
 * is removed, published, or kept as a shelf. Thread-safe.
 */
public final class Quarantine implements GitObjects {
  private static final Pattern SHELF = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final String PACK_ENDING = ".pack";

  private final ObjectStores stores;
  private final Supplier<UUID> names;
  private final FailPoints failPoints;

  /** Names of rooms in use. */
  private final Set<String> inUse = ConcurrentHashMap.newKeySet();

  /**
   * Touches nothing yet.
   *
   * @param names a new one at each call
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

  /** Makes room for objects of a family; nothing is on disk before the first use. */
  public Room open(Identifier family) {
    return room(family, names.get().toString());
  }

  /** Returns a delivery without objects, for pushes that only delete or move. */
  public PackDelivery nothing(Identifier family) {
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
   * Removes rooms that nobody uses: their removal failed before, or packs that they name had to
   * stay for a while.
   *
   * @param known what the store names now
   * @param youngSince rooms that have named packs since then stay
   */
  public void sweep(Supplier<Known> known, Instant youngSince) throws IOException {
    List<Path> left = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(stores.layout().quarantine())) {
      for (Path one : all) {
        if (!inUse.contains(one.getFileName().toString())
            && Files.isDirectory(one)
            && !isYoung(one, youngSince)) {
          left.add(one);
        }
      }
    } catch (NoSuchFileException e) {
      return;
    }
    if (left.isEmpty()) {
      return;
    }
    // Read afterwards: a room that became a shelf meanwhile is named by now.
    Known now = known.get();
    for (Path one : left) {
      boolean isRemoved =
          !Files.exists(one.resolve(PackTarget.FILE))
              || stores.isDoneWithoutBackup(() -> withdraw(one, now));
      if (isRemoved && !now.shelves().contains(one.getFileName().toString())) {
        FileTrees.delete(one);
      }
    }
  }

  /** Returns whether packs that a room names may still be read by other processes. */
  private static boolean isYoung(Path room, Instant youngSince) throws IOException {
    Path note = room.resolve(PackTarget.FILE);
    return Files.exists(note)
        && Files.getLastModifiedTime(note).toInstant().compareTo(youngSince) > 0;
  }

  /**
   * What the store names: everything else in quarantine, and packs that quarantine names and this
   * does not, belong to nobody.
   *
   * @param isPack whether it names a pack, given a family's directory name and the pack's name
   */
  public record Known(SortedSet<String> shelves, BiPredicate<String, String> isPack) {}

  @Override
  public PackDelivery unshelve(Identifier family, String shelf) throws IOException {
    if (!SHELF.matcher(shelf).matches()) {
      throw new NoSuchFileException(shelf);
    }
    Room room = room(family, shelf);
    // While it lies on its shelf, nobody removes what it needs.
    room.reading().close();
    List<PackDelivery.Pack> packs = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(room.packs(), "*" + PACK_ENDING)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        packs.add(
            new PackDelivery.Pack(
                name.substring(0, name.length() - PACK_ENDING.length()), Files.size(file)));
      }
    }
    return new QuarantinedDelivery(room, packs);
  }

  /**
   * Removes the remains of an earlier process: packs that no transaction names, and every directory
   * that is not a shelf of the store. Called once, before the server serves anything.
   *
   * @param youngSince rooms that have named packs since then stay; {@link #sweep} removes them
   */
  public void clean(Known known, Instant youngSince) throws IOException {
    Path quarantine = stores.layout().quarantine();
    if (!Files.isDirectory(quarantine)) {
      return;
    }
    try (DirectoryStream<Path> rooms = Files.newDirectoryStream(quarantine)) {
      for (Path room : rooms) {
        if (isYoung(room, youngSince)) {
          continue;
        }
        withdraw(room, known);
        if (!known.shelves().contains(room.getFileName().toString())) {
          FileTrees.delete(room);
        }
      }
    }
    DurableFiles.sync(quarantine);
  }

  private void withdraw(Path room, Known known) throws IOException {
    Optional<PackTarget> target = PackTarget.read(room);
    if (target.isEmpty()) {
      return;
    }
    PackTarget begun = target.get();
    for (String pack : begun.packs()) {
      if (!known.isPack().test(begun.family(), pack)) {
        stores.delete(begun.family(), pack);
      }
    }
    FileTrees.delete(room.resolve(PackTarget.FILE));
    DurableFiles.sync(room);
  }
}
