package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.UnwantedStore;
import dev.graspd.core.store.rules.Bounds;

/**
 * The bounds of the store.
 *
 * @param mapBytes how large the file may grow; address space only, so generous
 * @param readersMax concurrent reads; more wait
 * @param queueMax writes that wait; callers with more wait
 * @param batchMax writes that share one transaction; in a large store each costs several pages, of
 *     which the writes of a large batch share many
 * @param recentRecordsMax newest log records kept in memory, in number
 * @param recentBytesMax newest log records kept in memory, in bytes of heap
 * @param removalsKept records of removals that the log keeps
 * @param unwantedKept ids of removed events, and of refused ones, that are remembered
 * @param minutesKept minutes in which events came that are known
 * @param limitProbeWork work spent after the last wanted event to learn whether there is another
 * @param reserveBytes free space on disk below which writes are refused
 */
public record StoreSettings(
    long mapBytes,
    int readersMax,
    int queueMax,
    int batchMax,
    int recentRecordsMax,
    long recentBytesMax,
    int removalsKept,
    int unwantedKept,
    int minutesKept,
    int limitProbeWork,
    long reserveBytes) {

  /** The settings of a server; the reserve depends on the disk. */
  public static StoreSettings withReserve(long reserveBytes) {
    return new StoreSettings(
        1L << 40,
        256,
        8_192,
        4_000,
        8_192,
        16L << 20,
        EventStore.REMOVALS_KEPT,
        UnwantedStore.UNWANTED_KEPT,
        EventStore.MINUTES_KEPT,
        256,
        reserveBytes);
  }

  /** Returns how much the rules of the store remember. */
  public Bounds bounds() {
    return new Bounds(removalsKept, unwantedKept, minutesKept);
  }
}
