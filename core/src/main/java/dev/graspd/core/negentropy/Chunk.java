package dev.graspd.core.negentropy;

import dev.graspd.core.nostr.EventId;

/**
 * A sorted run of items in one flat array, with the sum of its ids. Free cells lie before and
 * behind the items, so that runs filled from either end move nothing.
 *
 * <p>A chunk is changed only while its {@link #epoch} is its owner's; afterwards snapshots share
 * it.
 */
final class Chunk {
  /** Most items of a chunk: what a fingerprint may have to add up, and a change to move. */
  static final int ITEMS_MAX = 256;

  private static final int ITEMS_FIRST = 4;

  /** Words of an item: created_at and the id. */
  private static final int WORDS = 5;

  private static final int HEADER_BYTES = 120;

  final long epoch;
  private final IdSum sum = new IdSum();
  private long[] cells;
  private int start;
  private int size;

  private Chunk(long epoch, long[] cells, int start, int size) {
    this.epoch = epoch;
    this.cells = cells;
    this.start = start;
    this.size = size;
  }

  static Chunk empty(long epoch) {
    return new Chunk(epoch, new long[ITEMS_FIRST * WORDS], 0, 0);
  }

  /** The same items, to be changed in a later epoch. */
  Chunk copy(long epoch) {
    Chunk copy = new Chunk(epoch, cells.clone(), start, size);
    copy.sum.add(sum);
    return copy;
  }

  /** The items before an index, with room for more before them. */
  Chunk head(int to, long epoch) {
    Chunk head = new Chunk(epoch, new long[ITEMS_MAX * WORDS], ITEMS_MAX - to, to);
    System.arraycopy(cells, cell(0), head.cells, head.cell(0), to * WORDS);
    head.sum.add(headSum(to));
    return head;
  }

  /** The items from one index on, with room for more behind them. */
  Chunk tail(int from, long epoch) {
    Chunk tail = new Chunk(epoch, new long[ITEMS_MAX * WORDS], 0, size - from);
    System.arraycopy(cells, cell(from), tail.cells, 0, tail.size * WORDS);
    tail.sum.add(tailSum(from));
    return tail;
  }

  int size() {
    return size;
  }

  boolean isFull() {
    return size == ITEMS_MAX;
  }

  IdSum sum() {
    return sum;
  }

  long bytes() {
    return HEADER_BYTES + (long) cells.length * Long.BYTES;
  }

  Item item(int index) {
    int cell = cell(index);
    return new Item(
        cells[cell],
        EventId.ofWords(cells[cell + 1], cells[cell + 2], cells[cell + 3], cells[cell + 4]));
  }

  /** How many items lie below the bound. */
  int lowerBound(Bound bound) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, bound) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Compares the item at the index with a bound. */
  int compare(int index, Bound bound) {
    int cell = cell(index);
    int order = Long.compareUnsigned(cells[cell], bound.createdAt());
    for (int i = 0; order == 0 && i < WORDS - 1; i++) {
      order = Long.compareUnsigned(cells[cell + 1 + i], bound.id().word(i));
    }
    return order;
  }

  /** The sum of the items before the index. */
  IdSum headSum(int to) {
    IdSum head = new IdSum();
    for (int i = 0; i < to; i++) {
      head.addId(cells, cell(i) + 1);
    }
    return head;
  }

  /** The sum of the items from the index on. */
  IdSum tailSum(int from) {
    IdSum tail = new IdSum();
    for (int i = from; i < size; i++) {
      tail.addId(cells, cell(i) + 1);
    }
    return tail;
  }

  void insert(int at, Item item) {
    if (size == capacity()) {
      grow(at);
    }
    boolean fewerBefore = at < size - at;
    if (start > 0 && (fewerBefore || start + size == capacity())) {
      System.arraycopy(cells, cell(0), cells, cell(-1), at * WORDS);
      start--;
    } else {
      System.arraycopy(cells, cell(at), cells, cell(at + 1), (size - at) * WORDS);
    }
    size++;
    put(at, item);
    sum.addId(cells, cell(at) + 1);
  }

  void remove(int at) {
    sum.subtractId(cells, cell(at) + 1);
    System.arraycopy(cells, cell(at + 1), cells, cell(at), (size - at - 1) * WORDS);
    size--;
  }

  /** Takes over the items of the chunk that follows. */
  void append(Chunk next) {
    long[] joined = new long[ITEMS_MAX * WORDS];
    System.arraycopy(cells, cell(0), joined, 0, size * WORDS);
    System.arraycopy(next.cells, next.cell(0), joined, size * WORDS, next.size * WORDS);
    cells = joined;
    start = 0;
    size += next.size;
    sum.add(next.sum);
  }

  private void put(int index, Item item) {
    int cell = cell(index);
    cells[cell] = item.createdAt();
    for (int i = 0; i < WORDS - 1; i++) {
      cells[cell + 1 + i] = item.id().word(i);
    }
  }

  /** Doubles the room, on the side where the next item comes. */
  private void grow(int at) {
    int capacity = Math.min(ITEMS_MAX, 2 * capacity());
    int newStart = at < size - at ? capacity - size : 0;
    long[] larger = new long[capacity * WORDS];
    System.arraycopy(cells, cell(0), larger, newStart * WORDS, size * WORDS);
    cells = larger;
    start = newStart;
  }

  private int capacity() {
    return cells.length / WORDS;
  }

  private int cell(int index) {
    return (start + index) * WORDS;
  }
}
