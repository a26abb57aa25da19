package dev.graspd.server.git.ingest.pack;

import java.util.Arrays;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.MutableObjectId;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The deltas of a pack with their bases: by offset an earlier entry, or by id an object anywhere in
 * the pack, or outside of it. For one thread.
 */
final class Deltas {
  private static final int ID_WORDS = Constants.OBJECT_ID_LENGTH / Integer.BYTES;
  private static final int FIRST_ENTRIES = 64;

  private int offsetCount;
  private int[] offsetChildren = new int[FIRST_ENTRIES];
  private int[] offsetBases = new int[FIRST_ENTRIES];

  private int refCount;
  private int[] refChildren = new int[FIRST_ENTRIES];
  private int[] refBases = new int[FIRST_ENTRIES * ID_WORDS];

  /** Numbers of deltas by id, in the order of their bases. */
  private int[] refOrder = new int[0];

  /** For each entry its first child and the next child of the same base. */
  private int[] firstChild = new int[0];

  private int[] nextSibling = new int[0];

  void addByOffset(int child, int base) {
    if (offsetCount == offsetChildren.length) {
      offsetChildren = Arrays.copyOf(offsetChildren, offsetCount * 2);
      offsetBases = Arrays.copyOf(offsetBases, offsetCount * 2);
    }
    offsetChildren[offsetCount] = child;
    offsetBases[offsetCount++] = base;
  }

  void addById(int child, AnyObjectId base) {
    if (refCount == refChildren.length) {
      refChildren = Arrays.copyOf(refChildren, refCount * 2);
      refBases = Arrays.copyOf(refBases, refCount * 2 * ID_WORDS);
    }
    refChildren[refCount] = child;
    base.copyRawTo(refBases, refCount++ * ID_WORDS);
  }

  /** Makes the lists, when all entries have arrived. */
  void settle(int entries) {
    firstChild = new int[entries];
    nextSibling = new int[entries];
    Arrays.fill(firstChild, PackEntries.NONE);
    Arrays.fill(nextSibling, PackEntries.NONE);
    for (int i = offsetCount - 1; i >= 0; i--) {
      nextSibling[offsetChildren[i]] = firstChild[offsetBases[i]];
      firstChild[offsetBases[i]] = offsetChildren[i];
    }
    refOrder = PackEntries.sortedById(refCount, refBases);
  }

  /** Adds the deltas on this object by id to the entry's children. */
  void adopt(int entry, AnyObjectId id) {
    if (refCount == 0) {
      return;
    }
    for (int child : waitingFor(id)) {
      nextSibling[child] = firstChild[entry];
      firstChild[entry] = child;
    }
  }

  int firstChild(int entry) {
    return firstChild[entry];
  }

  int nextSibling(int entry) {
    return nextSibling[entry];
  }

  /** Returns the entries that name this object as their base by its id. */
  int[] waitingFor(AnyObjectId id) {
    int from = 0;
    int to = refCount;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (id.compareTo(refBases, refOrder[middle] * ID_WORDS) > 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    int end = from;
    while (end < refCount && id.compareTo(refBases, refOrder[end] * ID_WORDS) == 0) {
      end++;
    }
    return Arrays.stream(refOrder, from, end).map(order -> refChildren[order]).toArray();
  }

  int refCount() {
    return refCount;
  }

  /** Returns the base of the n-th delta by id, in the order of the bases. */
  ObjectId refBase(int n) {
    MutableObjectId id = new MutableObjectId();
    id.fromRaw(refBases, refOrder[n] * ID_WORDS);
    return id.toObjectId();
  }

  /** Returns the entry of the n-th delta by id. */
  int refChild(int n) {
    return refChildren[refOrder[n]];
  }
}
