package dev.graspd.server.store.lmdb.check;

import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.server.store.lmdb.table.HookCodec;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Table;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Checks the rows of webhooks, of their deliveries, and of moved refs. */
record HookRowsCheck(ReadSession session, Consumer<String> problem) {
  void run() {
    RowWalk rows = new RowWalk(session, problem);
    Set<Long> ids = new TreeSet<>();
    rows.forEachRow(
        Table.HOOK,
        (key, value) -> {
          Hook hook = HookCodec.readHook(value);
          ids.add(hook.id());
          if (key.getLong(0) != hook.id()) {
            problem.accept("hook %d is filed as another one".formatted(hook.id()));
          }
        });
    rows.forEachRow(
        Table.HOOK_DELIVERY,
        (key, value) -> {
          Delivery delivery = HookCodec.readDelivery(value);
          if (key.getLong(0) != delivery.hook() || key.getLong(8) != delivery.number()) {
            problem.accept("delivery %d is filed as another one".formatted(delivery.number()));
          }
          if (!ids.contains(delivery.hook())) {
            problem.accept(
                "delivery %d is for hook %d, which is not there"
                    .formatted(delivery.number(), delivery.hook()));
          }
        });
    rows.forEachRow(
        Table.HOOK_MOVE,
        (_, value) -> {
          var _ = HookCodec.readMove(value);
        });
  }
}
