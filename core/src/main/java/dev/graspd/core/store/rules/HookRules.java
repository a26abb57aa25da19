package dev.graspd.core.store.rules;

import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.store.hook.HookTransaction;
import dev.graspd.core.store.hook.RefsMove;
import dev.graspd.core.store.row.HookRows;
import dev.graspd.core.store.row.LogRows;
import java.util.List;
import java.util.Optional;

/** Hooks and their deliveries. While there are hooks, it is kept how refs moved. */
record HookRules(HookRows rows, LogRows log) implements HookTransaction {
  @Override
  public Optional<Hook> add(Hook hook) {
    List<Hook> all = rows.all();
    if (all.size() >= Hook.COUNT_MAX) {
      return Optional.empty();
    }
    HookMarks marks = rows.marks();
    Hook begun = hook.begun(marks.newestHook() + 1, log.lastSeq());
    rows.put(begun);
    rows.put(
        new HookMarks(
            begun.id(),
            marks.newestDelivery(),
            all.isEmpty() ? log.lastSeq() : marks.position(),
            marks.version() + 1));
    return Optional.of(begun);
  }

  @Override
  public Optional<Hook> remove(long id) {
    Optional<Hook> found = find(id);
    found.ifPresent(hook -> {
      rows.deliveries(id).forEach(rows::delete);
      rows.delete(hook);
      HookMarks marks = rows.marks();
      rows.put(
          new HookMarks(
              marks.newestHook(), marks.newestDelivery(), marks.position(), marks.version() + 1));
    });
    if (rows.all().isEmpty()) {
      rows.trimMoves(0);
    }
    return found;
  }

  private Optional<Hook> find(long id) {
    return rows.all().stream().filter(hook -> hook.id() == id).findFirst();
  }

  @Override
  public Optional<Delivery> enqueue(Delivery delivery) {
    return enqueue(delivery, 0);
  }

  @Override
  public Optional<Delivery> order(Delivery delivery) {
    return enqueue(delivery, 1);
  }

  private Optional<Delivery> enqueue(Delivery delivery, int newVersions) {
    if (find(delivery.hook()).isEmpty()) {
      return Optional.empty();
    }
    HookMarks marks = rows.marks();
    Delivery numbered = delivery.numbered(marks.newestDelivery() + 1);
    rows.put(numbered);
    rows.put(
        new HookMarks(
            marks.newestHook(),
            numbered.number(),
            marks.position(),
            marks.version() + newVersions));
    return Optional.of(numbered);
  }

  @Override
  public void note(Delivery delivery) {
    if (rows.delivery(delivery.hook(), delivery.number()).isEmpty()) {
      return;
    }
    rows.put(delivery);
    if (!delivery.isWaiting()) {
      List<Delivery> ended =
          rows.deliveries(delivery.hook()).stream().filter(one -> !one.isWaiting()).toList();
      ended.stream()
          .limit(Math.max(0, ended.size() - Delivery.ENDED_KEPT_MAX))
          .forEach(rows::delete);
    }
  }

  @Override
  public void dropped(long hook, long count) {
    find(hook).ifPresent(one -> rows.put(one.withDropped(count)));
  }

  @Override
  public void followed(long seq) {
    HookMarks marks = rows.marks();
    if (seq > marks.position()) {
      rows.put(new HookMarks(marks.newestHook(), marks.newestDelivery(), seq, marks.version()));
      rows.deleteMovesTo(seq);
    }
  }

  /** Keeps how refs moved at a number in the log, as long as there are hooks. */
  void moved(long seq, RepoAddress repository, Refs before, Refs after) {
    if (!rows.all().isEmpty()) {
      RefsMove.of(repository, before, after)
          .ifPresent(move -> {
            rows.putMove(seq, move);
            rows.trimMoves(RefsMove.KEPT_MAX);
          });
    }
  }
}
