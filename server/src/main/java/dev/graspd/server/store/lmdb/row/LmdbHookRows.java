package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.store.hook.RefsMove;
import dev.graspd.core.store.row.HookRows;
import dev.graspd.server.store.lmdb.table.HookCodec;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lmdbjava.Cursor;

/** The rows about webhooks, as {@link HookCodec} writes them. */
record LmdbHookRows(WriteSession session) implements HookRows {
  @Override
  public HookMarks marks() {
    session.key().put(HookCodec.MARKS_KEY);
    return Optional.ofNullable(session.get(Table.META))
        .map(HookCodec::readMarks)
        .orElse(HookMarks.NONE);
  }

  @Override
  public void put(HookMarks marks) {
    ByteBuffer value = session.value(HookCodec.MARKS_BYTES);
    HookCodec.write(value, marks);
    session.key().put(HookCodec.MARKS_KEY);
    session.put(Table.META, value.flip());
  }

  @Override
  public List<Hook> all() {
    List<Hook> found = new ArrayList<>();
    if (session.isEmpty(Table.HOOK)) {
      return found;
    }
    Cursor<ByteBuffer> row = session.first(Table.HOOK);
    while (row != null) {
      found.add(HookCodec.readHook(row.val()));
      row = session.nextWithin(Table.HOOK, 0);
    }
    return found;
  }

  @Override
  public void put(Hook hook) {
    ByteBuffer value = session.value(HookCodec.length(hook));
    HookCodec.write(value, hook);
    session.key().putLong(hook.id());
    session.put(Table.HOOK, value.flip());
  }

  @Override
  public void delete(Hook hook) {
    session.key().putLong(hook.id());
    session.delete(Table.HOOK);
  }

  @Override
  public Optional<Delivery> delivery(long hook, long number) {
    session.key().putLong(hook).putLong(number);
    return Optional.ofNullable(session.get(Table.HOOK_DELIVERY)).map(HookCodec::readDelivery);
  }

  @Override
  public List<Delivery> deliveries(long hook) {
    List<Delivery> found = new ArrayList<>();
    session.key().putLong(hook);
    Cursor<ByteBuffer> row = session.firstWithPrefix(Table.HOOK_DELIVERY);
    while (row != null) {
      found.add(HookCodec.readDelivery(row.val()));
      row = session.nextWithin(Table.HOOK_DELIVERY, Long.BYTES);
    }
    return found;
  }

  @Override
  public void put(Delivery delivery) {
    ByteBuffer value = session.value(HookCodec.length(delivery));
    HookCodec.write(value, delivery);
    session.key().putLong(delivery.hook()).putLong(delivery.number());
    session.put(Table.HOOK_DELIVERY, value.flip());
  }

  @Override
  public void delete(Delivery delivery) {
    session.key().putLong(delivery.hook()).putLong(delivery.number());
    session.delete(Table.HOOK_DELIVERY);
  }

  @Override
  public void putMove(long seq, RefsMove move) {
    ByteBuffer value = session.value(HookCodec.length(move));
    HookCodec.write(value, move);
    session.key().putLong(seq);
    session.put(Table.HOOK_MOVE, value.flip());
  }

  @Override
  public void deleteMovesTo(long seq) {
    Cursor<ByteBuffer> oldest = session.first(Table.HOOK_MOVE);
    while (oldest != null && oldest.key().getLong(0) <= seq) {
      oldest.delete();
      oldest = session.first(Table.HOOK_MOVE);
    }
  }

  @Override
  public void trimMoves(int kept) {
    while (session.entries(Table.HOOK_MOVE) > kept) {
      Cursor<ByteBuffer> oldest = session.first(Table.HOOK_MOVE);
      if (oldest == null) {
        return;
      }
      oldest.delete();
    }
  }
}
