package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.base.FailPoints;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.LongSupplier;

/**
 * Replaced packs that wait for their removal: until nobody reads them, and until a backup by
 * another process ends. The rooms in quarantine name these packs, so that the next start removes
 * the rest. Thread-safe.
 */
final class Removals {
  /**
   * How long packs wait for readers that began after the replacement. Such a reader hardly needs
   * them, and finds the objects elsewhere (see {@link ObjectStores#replace}); without this limit, a
   * busy family would keep them for ever.
   */
  static final Duration LATER_READERS_MAX = Duration.ofMinutes(1);

  /** The old packs of one repacking; the room names them for the next start. */
  private record Waiting(SortedSet<String> packs, Room room, long firstLaterReader, long since) {}

  private final ObjectStores stores;
  private final LongSupplier nanoTime;
  private final Map<Identifier, List<Waiting>> waiting = new HashMap<>();

  Removals(ObjectStores stores, LongSupplier nanoTime) {
    this.stores = stores;
    this.nanoTime = nanoTime;
  }

  /** Adds packs that the store does not name now. */
  synchronized void add(Identifier family, SortedSet<String> packs, Room room) {
    waiting
        .computeIfAbsent(family, _ -> new ArrayList<>())
        .add(new Waiting(packs, room, stores.leases().next(), nanoTime.getAsLong()));
  }

  /** Removes packs that nobody reads; returns whether none is left. */
  synchronized boolean remove(Identifier family) throws IOException {
    List<Waiting> all = waiting.getOrDefault(family, List.of());
    if (all.isEmpty()) {
      return true;
    }
    if (all.stream().noneMatch(one -> isFree(family, one))) {
      return false;
    }
    try (FileChannel file = lockFile();
        FileLock lock = file.tryLock()) {
      if (lock == null) {
        return false;
      }
      return removeFree(family, new ArrayList<>(all));
    } catch (OverlappingFileLockException e) {
      // Another thread of this process has it.
      return false;
    }
  }

  /** Removes all packs that only wait for readers; there are no readers now. */
  synchronized void removeAll() throws IOException {
    if (waiting.isEmpty()) {
      return;
    }
    try (FileChannel file = lockFile();
        FileLock lock = file.tryLock()) {
      if (lock != null) {
        for (Identifier family : List.copyOf(waiting.keySet())) {
          for (Waiting one : List.copyOf(waiting.getOrDefault(family, List.of()))) {
            remove(family, one);
          }
        }
      }
    } catch (OverlappingFileLockException e) {
      // Another thread of this process has it; the next start removes the packs.
    }
  }

  private FileChannel lockFile() throws IOException {
    Files.createDirectories(stores.layout().root());
    return FileChannel.open(
        stores.layout().removals(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private boolean isFree(Identifier family, Waiting one) {
    return nanoTime.getAsLong() - one.since < LATER_READERS_MAX.toNanos()
        ? !stores.leases().any(family)
        : !stores.leases().anyBefore(family, one.firstLaterReader);
  }

  private boolean removeFree(Identifier family, List<Waiting> all) throws IOException {
    for (Waiting one : all) {
      if (isFree(family, one)) {
        remove(family, one);
      }
    }
    return !waiting.containsKey(family);
  }

  private void remove(Identifier family, Waiting one) throws IOException {
    one.room.failPoints.reach(FailPoints.REPACK_REMOVING);
    stores.removeReplaced(family, one.packs);
    one.room.failPoints.reach(FailPoints.REPACK_REMOVED);
    one.room.remove();
    waiting.computeIfPresent(
        family,
        (_, left) -> {
          left.remove(one);
          return left.isEmpty() ? null : left;
        });
  }
}
