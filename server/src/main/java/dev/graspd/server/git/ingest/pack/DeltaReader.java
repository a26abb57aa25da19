package dev.graspd.server.git.ingest.pack;

import dev.graspd.server.git.ingest.budget.IngestFaults;
import dev.graspd.server.git.ingest.budget.RefusedException;

/** Reads the instructions of a delta, trusting none of them. For one thread. */
final class DeltaReader {
  private static final int SHIFT_MAX = 56;
  private static final int COPY_BYTES_DEFAULT = 0x10000;

  private final byte[] delta;
  private int position;

  DeltaReader(byte[] delta) {
    this.delta = delta;
  }

  /** Reads a size: first that of the base, then that of the result. */
  long size() throws RefusedException {
    long size = 0;
    int shift = 0;
    int c;
    do {
      if (shift > SHIFT_MAX) {
        throw broken();
      }
      c = next();
      size |= (long) (c & 0x7f) << shift;
      shift += 7;
    } while ((c & 0x80) != 0);
    return size;
  }

  /** Applies a delta to its base; {@code resultBytes} is the size that the scan has found. */
  static byte[] apply(byte[] base, byte[] delta, int resultBytes) throws RefusedException {
    DeltaReader reader = new DeltaReader(delta);
    if (reader.size() != base.length || reader.size() != resultBytes) {
      throw broken();
    }
    byte[] result = new byte[resultBytes];
    int made = 0;
    while (reader.position < delta.length) {
      int instruction = reader.next();
      made +=
          (instruction & 0x80) != 0
              ? reader.copy(instruction, base, result, made)
              : reader.insert(instruction, result, made);
    }
    if (made != resultBytes) {
      throw broken();
    }
    return result;
  }

  private int copy(int instruction, byte[] base, byte[] result, int at) throws RefusedException {
    long from = word(instruction, 4);
    long length = word(instruction >> 4, 3);
    if (length == 0) {
      length = COPY_BYTES_DEFAULT;
    }
    if (from + length > base.length || length > result.length - at) {
      throw broken();
    }
    System.arraycopy(base, (int) from, result, at, (int) length);
    return (int) length;
  }

  /** Reads the bytes of a number that the bits announce, the lowest first. */
  private long word(int bits, int bytes) throws RefusedException {
    long word = 0;
    for (int i = 0; i < bytes; i++) {
      if ((bits >> i & 1) != 0) {
        word |= (long) next() << (8 * i);
      }
    }
    return word;
  }

  private int insert(int length, byte[] result, int at) throws RefusedException {
    if (length == 0 || length > result.length - at || length > delta.length - position) {
      throw broken();
    }
    System.arraycopy(delta, position, result, at, length);
    position += length;
    return length;
  }

  private int next() throws RefusedException {
    if (position == delta.length) {
      throw broken();
    }
    return delta[position++] & 0xff;
  }

  private static RefusedException broken() {
    return IngestFaults.broken("a delta does not fit its base");
  }
}
