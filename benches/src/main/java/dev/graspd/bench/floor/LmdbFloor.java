package dev.graspd.bench.floor;

import static java.nio.ByteBuffer.allocateDirect;

import dev.graspd.bench.load.Corpus;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.Hex;
import dev.graspd.core.nostr.Tag;
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
 * Plain LMDB puts: the event's text and one row for each index that answers a filter, in synced
 * transactions, without parsing, checking or looking anything up.
 */
public final class LmdbFloor {
  private static final long MAP_BYTES = 4L << 30;
  private static final int ROW_BYTES_MAX = 4096;

  /** The indexes that answer filters, each a database of its own. */
  private enum Index {
    TIME,
    KIND,
    AUTHOR,
    AUTHOR_KIND,
    TAG
  }

  private record IndexKey(Index index, byte[] bytes) {}

  private record Rows(byte[] id, byte[] json, List<IndexKey> indexKeys) {}

  private final List<Rows> events;
  private final Path directory;

  public LmdbFloor(Corpus corpus, int from, int to, Path directory) {
    this.directory = directory;
    this.events = new ArrayList<>(to - from);
    for (int n = from; n < to; n++) {
      events.add(rowsOf(EventParser.parseStored(corpus.json(n))));
    }
  }

  /** Puts all events into an empty environment and returns how many a second that were. */
  public double perSecond(int batch, boolean withIndexes) throws IOException {
    Files.createDirectories(directory);
    try (Env<ByteBuffer> env =
        Env.create()
            .setMapSize(MAP_BYTES)
            .setMaxDbs(2 + Index.values().length)
            .open(directory.toFile())) {
      long begin = System.nanoTime();
      put(env, batch, withIndexes);
      return events.size() * 1e9 / (System.nanoTime() - begin);
    } finally {
      Files.deleteIfExists(directory.resolve("data.mdb"));
      Files.deleteIfExists(directory.resolve("lock.mdb"));
    }
  }

  private void put(Env<ByteBuffer> env, int batch, boolean withIndexes) {
    Dbi<ByteBuffer> texts = env.openDbi("texts", DbiFlags.MDB_CREATE);
    Dbi<ByteBuffer> ids = env.openDbi("ids", DbiFlags.MDB_CREATE);
    Map<Index, Dbi<ByteBuffer>> indexes = new EnumMap<>(Index.class);
    for (Index index : Index.values()) {
      indexes.put(index, env.openDbi(index.name(), DbiFlags.MDB_CREATE));
    }
    ByteBuffer key = allocateDirect(ROW_BYTES_MAX);
    ByteBuffer number = allocateDirect(Long.BYTES);
    ByteBuffer value = allocateDirect(ROW_BYTES_MAX);
    for (int from = 0; from < events.size(); from += batch) {
      try (Txn<ByteBuffer> txn = env.txnWrite()) {
        for (int n = from; n < Math.min(events.size(), from + batch); n++) {
          Rows rows = events.get(n);
          number.clear().putLong(n).flip();
          texts.put(txn, number, fill(value, rows.json), PutFlags.MDB_APPEND);
          if (withIndexes) {
            ids.put(txn, fill(key, rows.id), number);
            for (IndexKey row : rows.indexKeys) {
              database(indexes, row.index).put(txn, fill(key, row.bytes), number);
            }
          }
        }
        txn.commit();
      }
    }
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
