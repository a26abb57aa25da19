package dev.graspd.server.store.lmdb.check;

import dev.graspd.core.nostr.Bytes32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Compares the counted bytes of dormant deletions with the deletions themselves. The bytes per
 * payer and day cannot be compared: deletions do not say who sent them.
 */
final class DormantRowsCheck {
  private final ReadSession session;
  private final Consumer<String> problem;
  private final SortedMap<PublicKey, Long> bytesByKey = new TreeMap<>();
  private final SortedMap<PublicKey, Long> countedByKey = new TreeMap<>();
  private long bytes;
  private long counted;

  DormantRowsCheck(ReadSession session, Consumer<String> problem) {
    this.session = session;
    this.problem = problem;
  }

  /** Takes a deletion that hides nothing yet. */
  void found(Event deletion) {
    long size = DormantRoom.bytesOf(deletion);
    bytesByKey.merge(deletion.author(), size, Long::sum);
    bytes += size;
  }

  /** Reports wrong counts; called after all deletions were added. */
  void run() {
    RowWalk rows = new RowWalk(session, problem);
    rows.forEachRow(Table.DORMANT, this::count);
    rows.forEachRow(Table.DORMANT_PAYER, DormantRowsCheck::checkPayer);
    if (bytes != counted) {
      problem.accept("all dormant deletions take %d bytes, not %d".formatted(bytes, counted));
    }
    bytesByKey.forEach((key, _) -> countedByKey.putIfAbsent(key, 0L));
    countedByKey.forEach(this::compare);
  }

  private void count(ByteBuffer key, ByteBuffer value) {
    if (key.limit() == 1 && key.get(0) == 0) {
      counted = value.getLong(0);
    } else if (key.limit() == Bytes32.BYTES) {
      countedByKey.put(Keys.publicKey(key, 0), value.getLong(0));
    } else {
      throw new IllegalStateException("no key of " + key.limit() + " bytes is known");
    }
  }

  private void compare(PublicKey key, long told) {
    long real = bytesByKey.getOrDefault(key, 0L);
    if (real != told) {
      problem.accept("dormant deletions of %s take %d bytes, not %d".formatted(key, real, told));
    }
  }

  private static void checkPayer(ByteBuffer key, ByteBuffer value) {
    if (key.limit() != 2 * Long.BYTES || value.getLong(0) <= 0) {
      throw new IllegalStateException("neither a day and a payer, nor bytes");
    }
  }
}
