package dev.graspd.core.negentropy;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A snapshot of a {@link SummarySet}: its chunks, with the number and the sum of the items before
 * each. Safe to use from any thread: nobody changes the chunks any more.
 */
final class ChunkedItems implements ItemSet {
  private final Chunk[] chunks;

  /** Items before each chunk, and in the end all of them. */
  private final int[] starts;

  /** Sums of the items before each chunk, and in the end of all. */
  private final long[] sums;

  /** Nothing. */
  ChunkedItems() {
    chunks = new Chunk[0];
    starts = new int[1];
    sums = new long[IdSum.WORDS];
  }

  /** The chunks of a list, of which so many at the beginning are those of an earlier snapshot. */
  ChunkedItems(List<Chunk> list, ChunkedItems earlier, int unchanged) {
    chunks = list.toArray(Chunk[]::new);
    starts = Arrays.copyOf(earlier.starts, chunks.length + 1);
    sums = Arrays.copyOf(earlier.sums, (chunks.length + 1) * IdSum.WORDS);
    IdSum sum = new IdSum();
    sum.addSum(sums, unchanged * IdSum.WORDS);
    for (int i = unchanged; i < chunks.length; i++) {
      sum.add(chunks[i].sum());
      sum.copyTo(sums, (i + 1) * IdSum.WORDS);
      starts[i + 1] = starts[i] + chunks[i].size();
    }
  }

  @Override
  public int size() {
    return starts[chunks.length];
  }

  @Override
  public Item item(int index) {
    Objects.checkIndex(index, size());
    int chunk = chunkOf(index);
    return chunks[chunk].item(index - starts[chunk]);
  }

  @Override
  public int lowerBound(Bound bound) {
    int chunk = lastNotAbove(chunks, bound);
    return chunk < 0 ? 0 : starts[chunk] + chunks[chunk].lowerBound(bound);
  }

  @Override
  public Fingerprint fingerprint(int from, int to) {
    Objects.checkFromToIndex(from, to, size());
    IdSum sum = sumBefore(to);
    sum.subtract(sumBefore(from));
    return Fingerprint.of(sum, to - from);
  }

  /** The memory of the directory, without the chunks. */
  long bytes() {
    return (long) starts.length * (Integer.BYTES + Integer.BYTES + IdSum.WORDS * Long.BYTES);
  }

  /** Adds up from the nearer end of the chunk. */
  private IdSum sumBefore(int index) {
    IdSum sum = new IdSum();
    if (index == size()) {
      sum.addSum(sums, chunks.length * IdSum.WORDS);
      return sum;
    }
    int chunk = chunkOf(index);
    int inside = index - starts[chunk];
    if (inside <= chunks[chunk].size() / 2) {
      sum.addSum(sums, chunk * IdSum.WORDS);
      sum.add(chunks[chunk].headSum(inside));
    } else {
      sum.addSum(sums, (chunk + 1) * IdSum.WORDS);
      sum.subtract(chunks[chunk].tailSum(inside));
    }
    return sum;
  }

  private int chunkOf(int index) {
    int found = Arrays.binarySearch(starts, index);
    return found >= 0 ? found : -found - 2;
  }

  private static int lastNotAbove(Chunk[] chunks, Bound bound) {
    int low = 0;
    int high = chunks.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chunks[middle].compare(0, bound) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
