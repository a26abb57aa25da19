package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.upkeep.PackFact;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.ObjectId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repacks families, in quarantine. Thread-safe. */
public final class Repacker implements PackRewriting, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Repacker.class);

  /** The position of the number of objects in an index of version 2: the end of its fan-out. */
  private static final int COUNT_AT = 8 + 255 * Integer.BYTES;

  private final Quarantine quarantine;
  private final ObjectStores stores;
  private final Duration grace;
  private final PackRemovals removals;
  private final PackInspector.Pace pace;
  private final BooleanSupplier isStopped;

  /**
   * Opens nothing yet.
   *
   * @param grace how long replaced packs stay for readers in other processes
   * @param pace of work that nobody waits for
   * @param isStopped ends work that nobody waits for
   */
  public Repacker(
      Quarantine quarantine,
      LongSupplier nanoTime,
      Duration grace,
      PackInspector.Pace pace,
      BooleanSupplier isStopped) {
    this.quarantine = quarantine;
    this.stores = quarantine.stores();
    this.grace = grace;
    this.removals = new PackRemovals(stores, nanoTime, grace);
    this.pace = pace;
    this.isStopped = isStopped;
  }

  @Override
  public Rewrite write(Order order) throws IOException {
    Room room = quarantine.open(order.family());
    boolean written = false;
    try (ObjectStores.Lease lease = stores.lease(order.family())) {
      Rewrite rewrite =
          switch (order.extent()) {
            case Extent.All _ -> joined(order, lease.directory(), room);
            case Extent.None _ -> new Replacement(room, List.of(), order.packs(), false, removals);
            case Extent.Needed needed -> needed(order, needed, lease.directory(), room);
          };
      room.failPoints.reach(FailPoints.REPACK_MADE);
      written = true;
      return rewrite;
    } finally {
      if (!written) {
        room.remove();
      }
    }
  }

  private PackWork work(boolean isWaitedFor) {
    return isWaitedFor ? PackWork.urgent() : new PackWork(pace, isStopped);
  }

  /** Makes one pack of some packs. */
  private Rewrite joined(Order order, ObjectDirectory objects, Room room) throws IOException {
    try (PackMaking making = new PackMaking(objects, room, work(false))) {
      PackDelivery.Pack pack = making.all(packs(objects, order.packs()));
      return new Replacement(room, List.of(pack), order.packs(), false, removals);
    }
  }

  /** Makes a pack of the needed objects, and one of the others that are still young. */
  private Rewrite needed(Order order, Extent.Needed needed, ObjectDirectory objects, Room room)
      throws IOException {
    SortedSet<ObjectId> roots = new TreeSet<>();
    for (var root : needed.roots()) {
      ObjectId id = JgitIds.of(root);
      if (objects.has(id)) {
        roots.add(id);
      }
    }
    for (String shelf : needed.shelves()) {
      roots.addAll(ShelfLinks.into(stores, shelf, objects));
    }
    List<PackDelivery.Pack> packs = new ArrayList<>();
    try (PackMaking making = new PackMaking(objects, room, work(needed.isWaitedFor()))) {
      if (!roots.isEmpty()) {
        packs.add(making.reachable(roots, needed.bitmap()));
      }
      Collection<Pack> young = packs(objects, young(order, needed.keptSinceSeconds()));
      Optional<PackDelivery.Pack> rest = making.unreached(young);
      if (rest.isPresent()) {
        packs.add(rest.get());
        keepAge(room, rest.get(), order);
      }
    }
    return new Replacement(room, packs, order.packs(), true, removals);
  }

  /** Fails if a pack is missing: it must not count as empty. */
  private static Collection<Pack> packs(ObjectDirectory objects, SortedSet<String> names)
      throws IOException {
    List<Pack> found =
        objects.getPacks().stream()
            .filter(pack -> names.contains(PackedObjects.nameOf(pack)))
            .toList();
    if (found.size() != names.size()) {
      throw new IOException("not all of %s are found".formatted(names));
    }
    return found;
  }

  private SortedSet<String> young(Order order, long sinceSeconds) throws IOException {
    SortedSet<String> young = new TreeSet<>();
    for (String name : order.packs()) {
      if (landed(order.family(), name).to(TimeUnit.SECONDS) >= sinceSeconds) {
        young.add(name);
      }
    }
    return young;
  }

  private FileTime landed(Identifier family, String name) throws IOException {
    return Files.getLastModifiedTime(stores.layout().packs(family).resolve(name + ".pack"));
  }

  /** Unneeded objects keep the age of the newest pack, so that they expire. */
  private void keepAge(Room room, PackDelivery.Pack pack, Order order) throws IOException {
    FileTime newest = FileTime.fromMillis(0);
    for (String name : order.packs()) {
      FileTime one = landed(order.family(), name);
      newest = one.compareTo(newest) > 0 ? one : newest;
    }
    Path file = room.packs().resolve(pack.name() + ".pack");
    Files.setLastModifiedTime(file, newest);
  }

  @Override
  public List<PackFact> facts(Identifier family, SortedSet<String> names) throws IOException {
    Path packs = stores.layout().packs(family);
    List<PackFact> facts = new ArrayList<>();
    for (String name : names) {
      try {
        facts.add(
            new PackFact(
                name,
                Files.size(packs.resolve(name + ".pack")),
                objects(packs.resolve(name + ".idx")),
                landed(family, name).to(TimeUnit.SECONDS),
                Files.exists(packs.resolve(name + ".bitmap"))));
      } catch (NoSuchFileException e) {
        LOG.debug("pack {} of {} was replaced meanwhile", name, family);
      }
    }
    return facts;
  }

  private static long objects(Path index) throws IOException {
    ByteBuffer count = ByteBuffer.allocate(Integer.BYTES);
    try (FileChannel file = FileChannel.open(index)) {
      while (count.hasRemaining()) {
        if (file.read(count, COUNT_AT + count.position()) < 0) {
          throw new IOException(index.getFileName() + " is cut");
        }
      }
    }
    return Integer.toUnsignedLong(count.flip().getInt());
  }

  @Override
  public Duration grace() {
    return grace;
  }

  @Override
  public boolean removeReplaced(Identifier family, RemovalTime time) throws IOException {
    return removals.remove(family, time);
  }

  /** Removes replaced packs whose grace is over; there are no readers here now. */
  @Override
  public void close() {
    try {
      removals.removeAll();
    } catch (IOException e) {
      LOG.warn("replaced packs are left to the next start", e);
    }
  }
}
