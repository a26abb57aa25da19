package dev.graspd.server.git.ingest.pack;

import java.util.Arrays;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.MutableObjectId;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The entries of a pack, in its order: some forty bytes each, in arrays that grow with the bytes
 * that arrive. A delta gets its id and kind when it is resolved. For one thread.
 */
final class PackEntries {
  static final int NONE = -1;

  private static final int ID_WORDS = Constants.OBJECT_ID_LENGTH / Integer.BYTES;
  private static final int FIRST_ENTRIES = 256;

  private int count;
  private int known;
  private long[] offsets = new long[FIRST_ENTRIES];
  private int[] crcs = new int[FIRST_ENTRIES];

  /** Bytes of the object, for a delta those of its result. */
  private int[] sizes = new int[FIRST_ENTRIES];

  /** JGit's number of the object's kind; 0 while it is not known. */
  private byte[] kinds = new byte[FIRST_ENTRIES];

  private int[] depths = new int[FIRST_ENTRIES];
  private int[] ids = new int[FIRST_ENTRIES * ID_WORDS];

  /** Entry numbers by id, open addressing; {@link #NONE} is a free place. */
  private int[] places = free(FIRST_ENTRIES * 2);

  /** Adds an entry whose id is not known yet; returns its number. */
  int add(long offset, int size, int depth) {
    if (count == offsets.length) {
      grow();
    }
    offsets[count] = offset;
    sizes[count] = size;
    depths[count] = depth;
    return count++;
  }

  private void grow() {
    int larger = count + (count >> 1);
    offsets = Arrays.copyOf(offsets, larger);
    crcs = Arrays.copyOf(crcs, larger);
    sizes = Arrays.copyOf(sizes, larger);
    kinds = Arrays.copyOf(kinds, larger);
    depths = Arrays.copyOf(depths, larger);
    ids = Arrays.copyOf(ids, larger * ID_WORDS);
  }

  void setCrc(int entry, int crc) {
    crcs[entry] = crc;
  }

  void setDepth(int entry, int depth) {
    depths[entry] = depth;
  }

  /** Sets the object of an entry; returns false if another entry is the same object. */
  boolean identify(int entry, int kind, AnyObjectId id) {
    if (find(id) != NONE) {
      return false;
    }
    kinds[entry] = (byte) kind;
    id.copyRawTo(ids, entry * ID_WORDS);
    known++;
    if (known * 2 > places.length) {
      rehash();
    } else {
      place(entry);
    }
    return true;
  }

  private void rehash() {
    places = free(places.length * 2);
    for (int entry = 0; entry < count; entry++) {
      if (kinds[entry] != 0) {
        place(entry);
      }
    }
  }

  private void place(int entry) {
    int place = ids[entry * ID_WORDS] & (places.length - 1);
    while (places[place] != NONE) {
      place = (place + 1) & (places.length - 1);
    }
    places[place] = entry;
  }

  /** Returns the entry that is this object, {@link #NONE} if none is known to be. */
  int find(AnyObjectId id) {
    int place = firstWord(id) & (places.length - 1);
    while (places[place] != NONE) {
      if (isId(places[place], id)) {
        return places[place];
      }
      place = (place + 1) & (places.length - 1);
    }
    return NONE;
  }

  private boolean isId(int entry, AnyObjectId id) {
    return id.compareTo(ids, entry * ID_WORDS) == 0;
  }

  private static int firstWord(AnyObjectId id) {
    return id.getByte(0) << 24 | id.getByte(1) << 16 | id.getByte(2) << 8 | id.getByte(3);
  }

  /** Returns the entry that begins at an offset, {@link #NONE} if none does. */
  int at(long offset) {
    int found = Arrays.binarySearch(offsets, 0, count, offset);
    return found < 0 ? NONE : found;
  }

  int count() {
    return count;
  }

  /** Returns the number of entries without a known object. */
  int unknown() {
    return count - known;
  }

  long offset(int entry) {
    return offsets[entry];
  }

  int crc(int entry) {
    return crcs[entry];
  }

  int size(int entry) {
    return sizes[entry];
  }

  int kind(int entry) {
    return kinds[entry];
  }

  int depth(int entry) {
    return depths[entry];
  }

  ObjectId id(int entry) {
    MutableObjectId id = new MutableObjectId();
    id.fromRaw(ids, entry * ID_WORDS);
    return id.toObjectId();
  }

  /** Returns all entry numbers, by id. */
  int[] byId() {
    return sortedById(count, ids);
  }

  /** Returns the numbers of ids that stand in an array, sorted by the ids. */
  static int[] sortedById(int count, int[] ids) {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      // With the sign bit flipped, longs sort like unsigned words.
      keys[i] = (long) (ids[i * ID_WORDS] ^ Integer.MIN_VALUE) << 32 | i;
    }
    Arrays.sort(keys);
    int[] sorted = new int[count];
    for (int i = 0; i < count; i++) {
      sorted[i] = (int) keys[i];
      // Ids with the same first word are few: making many of them is as hard as breaking the hash.
      for (int j = i; j > 0 && compare(ids, sorted[j - 1], sorted[j]) > 0; j--) {
        int later = sorted[j - 1];
        sorted[j - 1] = sorted[j];
        sorted[j] = later;
      }
    }
    return sorted;
  }

  static int compare(int[] ids, int left, int right) {
    for (int word = 0; word < ID_WORDS; word++) {
      int order =
          Integer.compareUnsigned(ids[left * ID_WORDS + word], ids[right * ID_WORDS + word]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int[] free(int places) {
    int[] table = new int[Integer.highestOneBit(places - 1) << 1];
    Arrays.fill(table, NONE);
    return table;
  }
}
