package dev.graspd.testkit.store;

import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.store.hook.RefsMove;
import dev.graspd.core.store.row.HookRows;
import java.util.List;
import java.util.Optional;

/** The rows of webhooks in maps. */
record MemoryHookRows(HookShelf shelf) implements HookRows {
  @Override
  public HookMarks marks() {
    return shelf.marks();
  }

  @Override
  public void put(HookMarks marks) {
    shelf.marks = marks;
  }

  @Override
  public List<Hook> all() {
    return shelf.all();
  }

  @Override
  public void put(Hook hook) {
    shelf.hooks.put(hook.id(), hook);
  }

  @Override
  public void delete(Hook hook) {
    shelf.hooks.remove(hook.id());
  }

  @Override
  public Optional<Delivery> delivery(long hook, long number) {
    return Optional.ofNullable(shelf.deliveries.get(number)).filter(one -> one.hook() == hook);
  }

  @Override
  public List<Delivery> deliveries(long hook) {
    return shelf.deliveries(hook);
  }

  @Override
  public void put(Delivery delivery) {
    shelf.deliveries.put(delivery.number(), delivery);
  }

  @Override
  public void delete(Delivery delivery) {
    shelf.deliveries.remove(delivery.number());
  }

  @Override
  public void putMove(long seq, RefsMove move) {
    shelf.moves.put(seq, move);
  }

  @Override
  public void deleteMovesTo(long seq) {
    shelf.moves.headMap(seq, true).clear();
  }

  @Override
  public void trimMoves(int kept) {
    while (shelf.moves.size() > kept) {
      shelf.moves.pollFirstEntry();
    }
  }
}
