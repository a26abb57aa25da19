package dev.graspd.server.store.lmdb.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.store.row.Sum;
import dev.graspd.core.store.row.SumRows;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.RepositoryCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;

/** The sums, each in the table of its kind. The number is the first part of every value. */
public record LmdbSumRows(WriteSession session) implements SumRows {
  private static final byte[] STRANGER_LISTS_KEY = "strangerlists".getBytes(UTF_8);

  @Override
  public long get(Sum sum) {
    putKey(session.key(), sum);
    @Nullable ByteBuffer value = session.get(tableOf(sum));
    return value == null ? 0 : value.getLong(0);
  }

  @Override
  public void put(Sum sum, long bytes) {
    ByteBuffer value = session.value(RepositoryCodec.SUM_BYTES_MAX);
    if (sum instanceof Sum.PacksOf(var repository)) {
      RepositoryCodec.writeSum(value, bytes, repository.identifier());
    } else {
      value.putLong(bytes);
    }
    putKey(session.key(), sum);
    if (bytes == 0) {
      session.delete(tableOf(sum));
    } else {
      session.put(tableOf(sum), value.flip());
    }
  }

  public static Table tableOf(Sum sum) {
    return switch (sum) {
      case Sum.DormantOf _, Sum.AllDormant _ -> Table.DORMANT;
      case Sum.DormantFrom _ -> Table.DORMANT_PAYER;
      case Sum.StrangerLists _ -> Table.META;
      case Sum.PacksOf _, Sum.PacksOfOwner _ -> Table.PACK_SUM;
    };
  }

  public static void putKey(ByteBuffer key, Sum sum) {
    switch (sum) {
      case Sum.DormantOf(var author) -> Keys.putBytes32(key, author);
      case Sum.AllDormant _ -> key.put((byte) 0);
      case Sum.DormantFrom(long day, long payer) -> key.putLong(day).putLong(payer);
      case Sum.StrangerLists _ -> key.put(STRANGER_LISTS_KEY);
      case Sum.PacksOf(var repository) -> RepositoryCodec.putSumKey(key, repository);
      case Sum.PacksOfOwner(var owner) -> RepositoryCodec.putOwnerSumKey(key, owner);
    }
  }

  @Override
  public void deleteDaysBefore(long day) {
    Cursor<ByteBuffer> oldest = session.first(Table.DORMANT_PAYER);
    while (oldest != null && oldest.key().getLong(0) < day) {
      oldest.delete();
      oldest = session.first(Table.DORMANT_PAYER);
    }
  }
}
