package dev.graspd.core.negentropy;

import java.util.ArrayList;
import java.util.List;

/**
 * A growing set of items that can be fingerprinted without looking at all of them: sorted chunks,
 * each with its count and sum. A change costs one chunk, a snapshot at most a pass over the chunks
 * and nothing if the set is unchanged, and no session costs time proportional to the set.
 *
 * <p>Owned by one thread; what others see are snapshots. Items may come in any order; in ascending
 * and in descending order they cost a constant each.
 */
public final class SummarySet {
  /** An overflow this near to an end of the set is growth there; full chunks are left full. */
  private static final int EDGE_ITEMS = Chunk.ITEMS_MAX / 8;

  private static final int UNCHANGED = Integer.MAX_VALUE;

  private final List<Chunk> chunks = new ArrayList<>();
  private int size;
  private long epoch;
  private ChunkedItems snapshot = new ChunkedItems();

  /** Chunks at the beginning that are as in the last snapshot. */
  private int unchanged = UNCHANGED;

  /** A set of these items. */
  public static SummarySet of(Iterable<Item> items) {
    SummarySet set = new SummarySet();
    items.forEach(set::add);
    return set;
  }

  public int size() {
    return size;
  }

  /** The set as it is now; later changes do not touch it. */
  public ItemSet snapshot() {
    if (unchanged < UNCHANGED) {
      snapshot = new ChunkedItems(chunks, snapshot, unchanged);
      unchanged = UNCHANGED;
      epoch++;
    }
    return snapshot;
  }

  /** The memory that the set and its latest snapshot take, about. */
  public long bytes() {
    long bytes = snapshot.bytes();
    for (Chunk chunk : chunks) {
      bytes += chunk.bytes();
    }
    return bytes;
  }

  /** Adds an item; returns whether it was new. */
  public boolean add(Item item) {
    if (chunks.isEmpty()) {
      chunks.add(Chunk.empty(epoch));
    }
    Bound key = Bound.before(item);
    int index = chunkFor(key);
    int at = chunks.get(index).lowerBound(key);
    if (isAt(index, at, key)) {
      return false;
    }
    if (chunks.get(index).isFull()) {
      index = makeRoom(index, at);
      at = chunks.get(index).lowerBound(key);
    }
    owned(index).insert(at, item);
    size++;
    return true;
  }

  /** Removes an item; returns whether it was there. */
  public boolean remove(Item item) {
    if (chunks.isEmpty()) {
      return false;
    }
    Bound key = Bound.before(item);
    int index = chunkFor(key);
    int at = chunks.get(index).lowerBound(key);
    if (!isAt(index, at, key)) {
      return false;
    }
    owned(index).remove(at);
    size--;
    joinSmall(index);
    return true;
  }

  private boolean isAt(int index, int at, Bound key) {
    Chunk chunk = chunks.get(index);
    return at < chunk.size() && chunk.compare(at, key) == 0;
  }

  /** The last chunk that does not begin above the key, else the first. The ends are tried first. */
  private int chunkFor(Bound key) {
    int low = 0;
    int high = chunks.size() - 1;
    if (high > 0 && chunks.get(1).compare(0, key) > 0) {
      return 0;
    }
    if (high > 0 && chunks.get(high).compare(0, key) <= 0) {
      return high;
    }
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (chunks.get(middle).compare(0, key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The chunk at this place, to be changed; copied first if a snapshot shares it. */
  private Chunk owned(int index) {
    unchanged = Math.min(unchanged, index);
    Chunk chunk = chunks.get(index);
    if (chunk.epoch != epoch) {
      chunk = chunk.copy(epoch);
      chunks.set(index, chunk);
    }
    return chunk;
  }

  /** Cuts a full chunk in two and returns the place of the one that the new item belongs to. */
  private int makeRoom(int index, int at) {
    unchanged = Math.min(unchanged, index);
    Chunk full = chunks.get(index);
    boolean growsUp = index == chunks.size() - 1 && at >= Chunk.ITEMS_MAX - EDGE_ITEMS;
    boolean growsDown = index == 0 && at <= EDGE_ITEMS;
    int cut = growsUp || growsDown ? at : Chunk.ITEMS_MAX / 2;
    chunks.set(index, full.head(cut, epoch));
    chunks.add(index + 1, full.tail(cut, epoch));
    return at > cut || growsUp ? index + 1 : index;
  }

  /** Keeps the number of chunks in proportion to the items. */
  private void joinSmall(int index) {
    if (chunks.get(index).size() == 0) {
      chunks.remove(index);
      return;
    }
    joinWithNext(index);
    joinWithNext(index - 1);
  }

  private void joinWithNext(int index) {
    if (index < 0 || index + 1 >= chunks.size()) {
      return;
    }
    if (chunks.get(index).size() + chunks.get(index + 1).size() <= Chunk.ITEMS_MAX / 2) {
      owned(index).append(chunks.remove(index + 1));
    }
  }
}
