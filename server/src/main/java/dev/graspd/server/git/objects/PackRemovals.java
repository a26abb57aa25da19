package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.packs.PackRewriting.RemovalTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaced packs that wait for their removal: until a grace is over, which protects readers in
 * other processes, until nobody here reads them, and until a backup by another process ends. The
 * rooms in quarantine name these packs, so that a later start removes the rest. Thread-safe.
 */
final class PackRemovals {
  private static final Logger LOG = LoggerFactory.getLogger(PackRemovals.class);

  /** The old packs of one repacking; the room names them for the next start. */
  private record Waiting(SortedSet<String> packs, Room room, long firstLaterReader, long since) {}

  private final ObjectStores stores;
  private final LongSupplier nanoTime;
  private final Duration grace;
  private final Map<Identifier, List<Waiting>> waiting = new HashMap<>();

  PackRemovals(ObjectStores stores, LongSupplier nanoTime, Duration grace) {
    this.stores = stores;
    this.nanoTime = nanoTime;
    this.grace = grace;
  }

  /** Adds packs that the store does not name now. */
  synchronized void add(Identifier family, SortedSet<String> packs, Room room) {
    waiting
        .computeIfAbsent(family, _ -> new ArrayList<>())
        .add(new Waiting(packs, room, stores.leases().next(), nanoTime.getAsLong()));
  }

  /**
   * Removes packs whose time has come and that nobody reads; returns whether none of them is left.
   */
  synchronized boolean remove(Identifier family, RemovalTime time) throws IOException {
    List<Waiting> due = due(family, time);
    if (due.isEmpty()) {
      return true;
    }
    if (due.stream().noneMatch(one -> isFree(family, one))) {
      return false;
    }
    return stores.isDoneWithoutBackup(() -> removeFree(family, due)) && due(family, time).isEmpty();
  }

  private List<Waiting> due(Identifier family, RemovalTime time) {
    return waiting.getOrDefault(family, List.of()).stream()
        .filter(one -> time == RemovalTime.AT_ONCE || isGraceOver(one))
        .toList();
  }

  private boolean isGraceOver(Waiting one) {
    return nanoTime.getAsLong() - one.since >= grace.toNanos();
  }

  /** Removes all packs that only wait for readers of this process; there are none now. */
  synchronized void removeAll() throws IOException {
    if (waiting.isEmpty()) {
      return;
    }
    boolean isDone =
        stores.isDoneWithoutBackup(() -> {
          for (Identifier family : List.copyOf(waiting.keySet())) {
            for (Waiting one : due(family, RemovalTime.AFTER_GRACE)) {
              remove(family, one);
            }
          }
        });
    if (!isDone) {
      LOG.info("a backup runs; replaced packs are left to the next start");
    }
  }

  /** Later readers do not see them. */
  private boolean isFree(Identifier family, Waiting one) {
    return !stores.leases().anyBefore(family, one.firstLaterReader);
  }

  private void removeFree(Identifier family, List<Waiting> due) throws IOException {
    for (Waiting one : due) {
      if (isFree(family, one)) {
        remove(family, one);
      }
    }
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
