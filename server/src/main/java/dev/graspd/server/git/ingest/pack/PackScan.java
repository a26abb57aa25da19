package dev.graspd.server.git.ingest.pack;

import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.server.git.ingest.budget.EntryRoom;
import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.IngestLimits;
import dev.graspd.server.git.ingest.budget.PackBudget;
import dev.graspd.server.git.ingest.budget.RefusedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Inflater;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Reads a pack while it arrives. It never allocates memory by a number that the pack claims; it
 * adds up the results of deltas from their headers, and refuses too much before making any. For one
 * thread.
 */
final class PackScan {
  private static final byte[] SIGNATURE = {'P', 'A', 'C', 'K'};
  private static final int VERSION = 2;
  private static final int CHECKSUM_BYTES = 20;
  private static final int SHIFT_MAX = 56;

  /** Two sizes of at most ten bytes each begin a delta. */
  private static final int DELTA_HEADER_BYTES_MAX = 20;

  private final SpooledInput in;
  private final PackBudget budget;
  private final EntryRoom.Share room;
  private final PackEntries entries = new PackEntries();
  private final Deltas deltas = new Deltas();
  private final ObjectHash hash = new ObjectHash();
  private long deltaResultBytes;
  private long largestBytes;

  PackScan(SpooledInput in, PackBudget budget, EntryRoom.Share room) {
    this.in = in;
    this.budget = budget;
    this.room = room;
  }

  /**
   * The result of the scan.
   *
   * @param checksum at the end of the pack
   * @param bytes of the file
   * @param liveBytes at most in memory while its objects are made
   */
  record Scanned(PackEntries entries, Deltas deltas, byte[] checksum, long bytes, long liveBytes) {}

  Scanned scan() throws IOException {
    int claimed = header();
    Inflater inflater = new Inflater();
    try {
      for (int i = 0; i < claimed; i++) {
        room.grow(i);
        entry(inflater);
        budget.step();
      }
    } finally {
      inflater.end();
    }
    byte[] computed = in.checksum();
    byte[] sent = in.next(CHECKSUM_BYTES);
    if (!Arrays.equals(computed, sent)) {
      throw IngestFaults.broken("its checksum is wrong");
    }
    if (!in.isOver()) {
      throw IngestFaults.broken("something follows its end");
    }
    budget.requireRoomFor(deltaResultBytes);
    deltas.settle(entries.count());
    return new Scanned(entries, deltas, sent, in.offset(), deltaResultBytes + 2 * largestBytes);
  }

  private int header() throws IOException {
    if (in.isOver()) {
      throw IngestFaults.broken("there is none");
    }
    if (!Arrays.equals(in.next(SIGNATURE.length), SIGNATURE)) {
      throw IngestFaults.broken("it does not begin like one");
    }
    if (word() != VERSION) {
      throw IngestFaults.broken("only version " + VERSION + " is taken");
    }
    int claimed = word();
    int limit = budget.limits().packObjects();
    if (claimed < 0 || claimed > limit) {
      throw IngestFaults.costly("it has more than %,d objects".formatted(limit));
    }
    return claimed;
  }

  private int word() throws IOException {
    return in.next() << 24 | in.next() << 16 | in.next() << 8 | in.next();
  }

  private void entry(Inflater inflater) throws IOException {
    long offset = in.offset();
    in.beginCrc();
    int first = in.next();
    int kind = first >> 4 & 7;
    long size = size(first);
    switch (kind) {
      case Constants.OBJ_COMMIT, Constants.OBJ_TREE, Constants.OBJ_BLOB, Constants.OBJ_TAG ->
          whole(inflater, offset, kind, size);
      case Constants.OBJ_OFS_DELTA -> deltaByOffset(inflater, offset, size);
      case Constants.OBJ_REF_DELTA -> deltaById(inflater, offset, size);
      default -> throw IngestFaults.broken("an object has no kind");
    }
    entries.setCrc(entries.count() - 1, in.crc());
  }

  private long size(int first) throws IOException {
    long size = first & 15;
    int c = first;
    for (int shift = 4; (c & 0x80) != 0; shift += 7) {
      if (shift > SHIFT_MAX) {
        throw IngestFaults.broken("a size cannot be read");
      }
      c = in.next();
      size |= (long) (c & 0x7f) << shift;
    }
    return size;
  }

  private void whole(Inflater inflater, long offset, int kind, long size) throws IOException {
    requireObjectSize(size);
    int entry = entries.add(offset, (int) size, 0);
    hash.begin(kind, size);
    in.inflate(inflater, size, hash::update);
    ObjectId id = hash.id();
    if (!entries.identify(entry, kind, id)) {
      throw IngestFaults.broken("object " + id.name() + " is in it twice");
    }
    requireTreeSize(kind, id, size, budget.limits());
  }

  /**
   * Refuses a tree, commit or tag that we could not serve: JGit reads them whole, and only below
   * its threshold for streams.
   */
  static void requireTreeSize(int kind, ObjectId id, long size, IngestLimits limits)
      throws RefusedException {
    if (kind != Constants.OBJ_BLOB && size > limits.treeBytes()) {
      throw IngestFaults.treeTooLarge(id.name(), Constants.typeString(kind), limits.treeBytes());
    }
  }

  private void deltaByOffset(Inflater inflater, long offset, long size) throws IOException {
    long distance = distance();
    int base = distance > offset ? PackEntries.NONE : entries.at(offset - distance);
    if (base == PackEntries.NONE) {
      throw IngestFaults.broken("a delta has no base");
    }
    int depth = entries.depth(base) + 1;
    requireDepth(depth, budget.limits());
    long[] sizes = delta(inflater, size);
    if (sizes[0] != entries.size(base)) {
      throw IngestFaults.broken("a delta has another base");
    }
    deltas.addByOffset(entries.add(offset, (int) sizes[1], depth), base);
  }

  private long distance() throws IOException {
    int c = in.next();
    long distance = c & 0x7f;
    for (int digits = 1; (c & 0x80) != 0; digits++) {
      if (digits > SHIFT_MAX / 7) {
        throw IngestFaults.broken("a distance cannot be read");
      }
      c = in.next();
      distance = ((distance + 1) << 7) | (c & 0x7f);
    }
    return distance;
  }

  private void deltaById(Inflater inflater, long offset, long size) throws IOException {
    ObjectId base = ObjectId.fromRaw(in.next(Constants.OBJECT_ID_LENGTH));
    long[] sizes = delta(inflater, size);
    deltas.addById(entries.add(offset, (int) sizes[1], 1), base);
  }

  /** Reads a delta; returns the size of its base and of its result. */
  private long[] delta(Inflater inflater, long size) throws IOException {
    if (size > IngestLimits.DELTA_BYTES_MAX) {
      throw IngestFaults.costly("a delta exceeds " + ByteSize.exact(IngestLimits.DELTA_BYTES_MAX));
    }
    byte[] start = new byte[DELTA_HEADER_BYTES_MAX];
    int[] started = {0};
    in.inflate(
        inflater,
        size,
        (bytes, length) -> {
          int piece = Math.min(length, start.length - started[0]);
          System.arraycopy(bytes, 0, start, started[0], piece);
          started[0] += piece;
        });
    DeltaReader reader = new DeltaReader(Arrays.copyOf(start, started[0]));
    long[] sizes = {reader.size(), reader.size()};
    requireObjectSize(sizes[0]);
    requireObjectSize(sizes[1]);
    deltaResultBytes += sizes[1];
    return sizes;
  }

  private void requireObjectSize(long size) throws RefusedException {
    long limit = budget.limits().objectBytes();
    if (size > limit) {
      throw IngestFaults.objectTooLarge(limit);
    }
    largestBytes = Math.max(largestBytes, size);
  }

  static void requireDepth(int depth, IngestLimits limits) throws RefusedException {
    if (depth > limits.deltaDepth()) {
      throw IngestFaults.costly(
          "a chain of deltas is longer than %,d".formatted(limits.deltaDepth()));
    }
  }
}
