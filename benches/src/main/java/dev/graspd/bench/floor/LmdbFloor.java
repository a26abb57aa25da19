package dev.graspd.bench.floor;

import dev.graspd.bench.load.Corpus;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.text.Hex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * Plain LMDB puts: the event's text and one row for each index of filters, in synced transactions,
 * without parsing, checks or lookups. It grows like the store in the comparison, because the cost
 * of a put depends on the size.
 */
public final class LmdbFloor implements AutoCloseable {
  private static final long MAP_BYTES = 16L << 30;
  private static final int ROW_BYTES_MAX = 4096;

  /** The indexes of filters, each in its own database. */
  private enum Index {
    TIME,
    KIND,
    AUTHOR,
    AUTHOR_KIND,
    TAG
  }

  private record IndexKey(Index index, byte[] bytes) {}

  private record Rows(byte[] id, byte[] json, List<IndexKey> indexKeys) {}

  private final Corpus corpus;
  private final Path directory;
  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> texts;
  private final Dbi<ByteBuffer> ids;
  private final Map<Index, Dbi<ByteBuffer>> indexes = new EnumMap<>(Index.class);
  private final ByteBuffer key = ByteBuffer.allocateDirect(ROW_BYTES_MAX);
  private final ByteBuffer number = ByteBuffer.allocateDirect(Long.BYTES);
  private final ByteBuffer value = ByteBuffer.allocateDirect(ROW_BYTES_MAX);

  /** Opens an empty environment in its own directory. */
  public LmdbFloor(Corpus corpus, Path directory) throws IOException {
    this.corpus = corpus;
    this.directory = directory;
    Files.createDirectories(directory);
    removeFiles();
    env =
        Env.create()
            .setMapSize(MAP_BYTES)
            .setMaxDbs(2 + Index.values().length)
            .open(directory.toFile());
    texts = env.openDbi("texts", DbiFlags.MDB_CREATE);
    ids = env.openDbi("ids", DbiFlags.MDB_CREATE);
    for (Index index : Index.values()) {
      indexes.put(index, env.openDbi(index.name(), DbiFlags.MDB_CREATE));
    }
  }

  /** Puts the next events of the corpus; returns events per second. */
  public double put(int from, int to, int batch) {
    List<Rows> events = new ArrayList<>(to - from);
    for (int n = from; n < to; n++) {
      events.add(rowsOf(EventParser.parseStored(corpus.json(n))));
    }
    long begin = System.nanoTime();
    for (int first = 0; first < events.size(); first += batch) {
      put(events.subList(first, Math.min(events.size(), first + batch)), from + first);
    }
    return events.size() * 1e9 / (System.nanoTime() - begin);
  }

  private void put(List<Rows> batch, int firstNumber) {
    try (Txn<ByteBuffer> txn = env.txnWrite()) {
      int next = firstNumber;
      for (Rows rows : batch) {
        number.clear().putLong(next++).flip();
        texts.put(txn, number, fill(value, rows.json), PutFlags.MDB_APPEND);
        ids.put(txn, fill(key, rows.id), number);
        for (IndexKey row : rows.indexKeys) {
          database(indexes, row.index).put(txn, fill(key, row.bytes), number);
        }
      }
      txn.commit();
    }
  }

  @Override
  public void close() throws IOException {
    env.close();
    removeFiles();
  }

  private void removeFiles() throws IOException {
    Files.deleteIfExists(directory.resolve("data.mdb"));
    Files.deleteIfExists(directory.resolve("lock.mdb"));
  }

  private static Dbi<ByteBuffer> database(Map<Index, Dbi<ByteBuffer>> indexes, Index index) {
    return Objects.requireNonNull(indexes.get(index));
  }

  private static ByteBuffer fill(ByteBuffer buffer, byte[] bytes) {
    return buffer.clear().put(bytes).flip();
  }

  private static Rows rowsOf(Event event) {
    List<IndexKey> keys = new ArrayList<>();
    byte[] author = event.author().bytes();
    byte[] kind = ByteBuffer.allocate(2).putShort((short) event.kind()).array();
    keys.add(key(event, Index.TIME));
    keys.add(key(event, Index.KIND, kind));
    keys.add(key(event, Index.AUTHOR, author));
    keys.add(key(event, Index.AUTHOR_KIND, author, kind));
    for (Tag tag : event.tags()) {
      if (tag.isIndexed()) {
        keys.add(key(event, Index.TAG, new byte[] {(byte) tag.letter()}, textOf(tag)));
      }
    }
    return new Rows(event.id().bytes(), event.json(), keys);
  }

  private static byte[] textOf(Tag tag) {
    return Hex.isLowerHex(tag.value(), 64)
        ? Hex.decode(tag.value())
        : tag.value().getBytes(StandardCharsets.UTF_8);
  }

  private static IndexKey key(Event event, Index index, byte[]... parts) {
    ByteBuffer key = ByteBuffer.allocate(ROW_BYTES_MAX);
    for (byte[] part : parts) {
      key.put(part);
    }
    key.putLong(~event.createdAt()).put(event.id().bytes());
    byte[] bytes = new byte[key.flip().remaining()];
    key.get(bytes);
    return new IndexKey(index, bytes);
  }
}
