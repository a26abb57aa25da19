package dev.graspd.server.migrate.ngit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the unnamed database of an LMDB file without LMDB, which trusts every page: a damaged or
 * truncated file would end the process. Opens the file for reading only and creates no lock file.
 * For one thread, while nobody writes.
 */
public final class LmdbFile implements AutoCloseable {
  /** Takes the records, in the order of their keys. */
  @FunctionalInterface
  public interface Records {
    void accept(byte[] key, byte[] value);
  }

  /** Takes the records with their places, in the order of their keys. */
  @FunctionalInterface
  public interface PlacedRecords {
    /**
     * Takes one.
     *
     * @param place where {@link LmdbFile#at} finds its value again
     */
    void accept(byte[] key, byte[] value, long place);
  }

  /**
   * What was found.
   *
   * @param expected records that the file claims to have
   * @param read records that were given out
   */
  public record Summary(long expected, long read) {
    /** Returns how many records were lost to damage; at least one if any page was damaged. */
    public long damaged() {
      return Math.max(expected - read, 0);
    }
  }

  /** The largest record that is read: events are far smaller. */
  static final int RECORD_BYTES_MAX = 16 << 20;

  private static final int MAGIC = 0xBEEFC0DE;
  private static final int DATA_VERSION = 1;
  private static final int HEADER_BYTES = 16;
  private static final int NODE_BYTES = 8;
  private static final int DEPTH_MAX = 32;
  private static final int PAGE_BYTES_MIN = 512;
  private static final int PAGE_BYTES_MAX = 65_536;
  private static final int PAGE_BYTES_USUAL = 4_096;

  private static final int PAGE_BRANCH = 0x01;
  private static final int PAGE_LEAF = 0x02;
  private static final int PAGE_OVERFLOW = 0x04;
  private static final int PAGE_META = 0x08;
  private static final int VALUE_ON_OVERFLOW = 0x01;
  private static final int VALUE_IS_DATABASE = 0x02;

  /** Where the fields of a meta page are. */
  private static final int META_VERSION = HEADER_BYTES + 4;

  private static final int MAIN_DATABASE = HEADER_BYTES + 24 + 48;
  private static final int META_PAGE_BYTES = HEADER_BYTES + 24;
  private static final int META_TRANSACTION = HEADER_BYTES + 24 + 2 * 48 + 8;
  private static final int META_BYTES = META_TRANSACTION + 8;

  private final FileChannel file;
  private final long fileBytes;
  private final Meta meta;
  private final BitSet visited = new BitSet();
  private long read;

  private record Meta(int pageBytes, long entries, long root, long transaction) {}

  private LmdbFile(FileChannel file, long fileBytes, Meta meta) {
    this.file = file;
    this.fileBytes = fileBytes;
    this.meta = meta;
  }

  /**
   * Opens a file.
   *
   * @throws IOException if it cannot be read, or is no LMDB file
   */
  public static LmdbFile open(Path path) throws IOException {
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
    try {
      return new LmdbFile(file, file.size(), meta(file, path));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Of the two meta pages the newer valid one counts. */
  private static Meta meta(FileChannel file, Path path) throws IOException {
    Meta first = metaAt(file, 0);
    Meta second = metaAt(file, first == null ? PAGE_BYTES_USUAL : first.pageBytes);
    if (first != null && (second == null || first.transaction >= second.transaction)) {
      return first;
    }
    if (second == null) {
      throw new IOException(path + " is no LMDB file of a known version");
    }
    return second;
  }

  private static @Nullable Meta metaAt(FileChannel file, long offset) throws IOException {
    ByteBuffer page = bytesAt(file, offset, META_BYTES);
    if (page.remaining() < META_BYTES
        || (page.getShort(10) & PAGE_META) == 0
        || page.getInt(HEADER_BYTES) != MAGIC
        || page.getInt(META_VERSION) != DATA_VERSION) {
      return null;
    }
    int pageBytes = page.getInt(META_PAGE_BYTES);
    boolean isSize =
        pageBytes >= PAGE_BYTES_MIN
            && pageBytes <= PAGE_BYTES_MAX
            && Integer.bitCount(pageBytes) == 1;
    return isSize
        ? new Meta(
            pageBytes,
            page.getLong(MAIN_DATABASE + 32),
            page.getLong(MAIN_DATABASE + 40),
            page.getLong(META_TRANSACTION))
        : null;
  }

  /** Gives out every record that can be read; records that are databases themselves are skipped. */
  public Summary forEach(Records records) throws IOException {
    return forEachPlaced((key, value, _) -> records.accept(key, value));
  }

  /** Gives out every record with its place. */
  public Summary forEachPlaced(PlacedRecords records) throws IOException {
    visited.clear();
    read = 0;
    if (meta.root != -1) {
      walk(meta.root, 0, records);
    }
    return new Summary(Math.max(meta.entries, 0), read);
  }

  /** Returns the value of a record that was given out before; empty if it is not there any more. */
  public Optional<byte[]> at(long place) throws IOException {
    ByteBuffer page = page(place / PAGE_BYTES_MAX);
    int node = (int) (place % PAGE_BYTES_MAX);
    if (page == null || node < HEADER_BYTES || node + NODE_BYTES > page.limit()) {
      return Optional.empty();
    }
    return Optional.ofNullable(valueOf(page, node));
  }

  /** A page that is not what it should be is skipped, with all below it. */
  private void walk(long number, int depth, PlacedRecords records) throws IOException {
    ByteBuffer page = page(number);
    if (page == null || depth > DEPTH_MAX || visited.get((int) number)) {
      return;
    }
    visited.set((int) number);
    int flags = page.getShort(10);
    int nodes = (Short.toUnsignedInt(page.getShort(12)) - HEADER_BYTES) / 2;
    nodes = Math.min(nodes, (page.limit() - HEADER_BYTES) / 2);
    for (int i = 0; i < nodes; i++) {
      int node = Short.toUnsignedInt(page.getShort(HEADER_BYTES + 2 * i));
      if (node < HEADER_BYTES || node + NODE_BYTES > page.limit()) {
        continue;
      }
      if ((flags & PAGE_BRANCH) != 0) {
        walk(childOf(page, node), depth + 1, records);
      } else if ((flags & PAGE_LEAF) != 0) {
        give(page, node, records);
      }
    }
  }

  private static long childOf(ByteBuffer page, int node) {
    return Integer.toUnsignedLong(page.getInt(node))
        | Short.toUnsignedLong(page.getShort(node + 4)) << 32;
  }

  private void give(ByteBuffer page, int node, PlacedRecords records) throws IOException {
    byte[] value = valueOf(page, node);
    if (value != null) {
      read++;
      if ((page.getShort(node + 4) & VALUE_IS_DATABASE) == 0) {
        byte[] key = new byte[Short.toUnsignedInt(page.getShort(node + 6))];
        page.get(node + NODE_BYTES, key);
        records.accept(key, value, page.getLong(0) * PAGE_BYTES_MAX + node);
      }
    }
  }

  private byte @Nullable [] valueOf(ByteBuffer page, int node) throws IOException {
    long valueBytes = Integer.toUnsignedLong(page.getInt(node));
    int start = node + NODE_BYTES + Short.toUnsignedInt(page.getShort(node + 6));
    if (start > page.limit() || valueBytes > RECORD_BYTES_MAX) {
      return null;
    }
    boolean overflows = (page.getShort(node + 4) & VALUE_ON_OVERFLOW) != 0;
    return valueAt(page, start, (int) valueBytes, overflows);
  }

  private byte @Nullable [] valueAt(ByteBuffer page, int start, int bytes, boolean overflows)
      throws IOException {
    if (!overflows) {
      return start + bytes <= page.limit() ? copy(page, start, bytes) : null;
    }
    if (start + Long.BYTES > page.limit()) {
      return null;
    }
    long number = page.getLong(start);
    ByteBuffer first = page(number);
    if (first == null || (first.getShort(10) & PAGE_OVERFLOW) == 0) {
      return null;
    }
    long from = number * meta.pageBytes + HEADER_BYTES;
    if (from + bytes > fileBytes) {
      return null;
    }
    ByteBuffer value = bytesAt(file, from, bytes);
    return value.remaining() == bytes ? copy(value, 0, bytes) : null;
  }

  private static byte[] copy(ByteBuffer from, int start, int bytes) {
    byte[] copy = new byte[bytes];
    from.get(start, copy);
    return copy;
  }

  /** Returns a page if it is in the file and says its own number. */
  private @Nullable ByteBuffer page(long number) throws IOException {
    if (number < 2 || number > Integer.MAX_VALUE || (number + 1) * meta.pageBytes > fileBytes) {
      return null;
    }
    ByteBuffer page = bytesAt(file, number * meta.pageBytes, meta.pageBytes);
    return page.remaining() == meta.pageBytes && page.getLong(0) == number ? page : null;
  }

  private static ByteBuffer bytesAt(FileChannel file, long offset, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (file.read(buffer, offset + buffer.position()) < 0) {
        break;
      }
    }
    return buffer.flip();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
