package dev.graspd.server.store.lmdb.row;

import static java.util.Comparator.comparingLong;

import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.store.hook.HookStore;
import dev.graspd.core.store.hook.RefsMove;
import dev.graspd.server.store.lmdb.table.HookCodec;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.ReadSessions;
import dev.graspd.server.store.lmdb.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the rows about webhooks; each call sees one commit. */
public record HookReader(ReadSessions sessions) implements HookStore {
  @Override
  public List<Hook> all() {
    try (ReadSession session = sessions.open()) {
      List<Hook> found = session.all(Table.HOOK, HookCodec::readHook);
      found.sort(comparingLong(Hook::id));
      return found;
    }
  }

  @Override
  public List<Delivery> deliveries(long hook) {
    List<Delivery> found = new ArrayList<>();
    try (ReadSession session = sessions.open()) {
      session.key().putLong(hook);
      boolean more = session.seek(Table.HOOK_DELIVERY, this);
      while (more && session.foundKey(Table.HOOK_DELIVERY).getLong(0) == hook) {
        found.add(HookCodec.readDelivery(session.foundValue(Table.HOOK_DELIVERY)));
        more = session.next(Table.HOOK_DELIVERY);
      }
    }
    return found;
  }

  @Override
  public Optional<RefsMove> move(long seq) {
    try (ReadSession session = sessions.open()) {
      session.key().putLong(seq);
      return Optional.ofNullable(session.get(Table.HOOK_MOVE)).map(HookCodec::readMove);
    }
  }

  @Override
  public HookMarks marks() {
    try (ReadSession session = sessions.open()) {
      session.key().put(HookCodec.MARKS_KEY);
      return Optional.ofNullable(session.get(Table.META))
          .map(HookCodec::readMarks)
          .orElse(HookMarks.NONE);
    }
  }
}
