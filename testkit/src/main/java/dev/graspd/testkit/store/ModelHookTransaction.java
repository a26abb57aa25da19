package dev.graspd.testkit.store;

import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.store.hook.HookTransaction;
import java.util.Comparator;
import java.util.Optional;

/** Webhooks and their deliveries. */
record ModelHookTransaction(ModelState state) implements HookTransaction {
  private void mark(long newestHook, long newestDelivery, long position, long version) {
    state.hooks.marks = new HookMarks(newestHook, newestDelivery, position, version);
  }

  @Override
  public Optional<Hook> add(Hook hook) {
    HookShelf shelf = state.hooks;
    if (shelf.hooks.size() == Hook.COUNT_MAX) {
      return Optional.empty();
    }
    HookMarks before = shelf.marks;
    long position = shelf.hooks.isEmpty() ? state.lastSeq : before.position();
    Hook begun = hook.begun(before.newestHook() + 1, state.lastSeq);
    shelf.hooks.put(begun.id(), begun);
    mark(begun.id(), before.newestDelivery(), position, before.version() + 1);
    return Optional.of(begun);
  }

  @Override
  public Optional<Hook> remove(long id) {
    Optional<Hook> removed = Optional.ofNullable(state.hooks.hooks.remove(id));
    if (removed.isPresent()) {
      state.hooks.deliveries.values().removeIf(one -> one.hook() == id);
      HookMarks before = state.hooks.marks;
      mark(before.newestHook(), before.newestDelivery(), before.position(), before.version() + 1);
    }
    if (state.hooks.hooks.isEmpty()) {
      state.hooks.moves.clear();
    }
    return removed;
  }

  @Override
  public Optional<Delivery> enqueue(Delivery delivery) {
    if (!state.hooks.hooks.containsKey(delivery.hook())) {
      return Optional.empty();
    }
    HookMarks before = state.hooks.marks;
    Delivery numbered = delivery.numbered(before.newestDelivery() + 1);
    state.hooks.deliveries.put(numbered.number(), numbered);
    mark(before.newestHook(), numbered.number(), before.position(), before.version());
    return Optional.of(numbered);
  }

  @Override
  public Optional<Delivery> order(Delivery delivery) {
    Optional<Delivery> ordered = enqueue(delivery);
    HookMarks before = state.hooks.marks;
    if (ordered.isPresent()) {
      mark(before.newestHook(), before.newestDelivery(), before.position(), before.version() + 1);
    }
    return ordered;
  }

  @Override
  public void note(Delivery delivery) {
    if (state.hooks.deliveries.replace(delivery.number(), delivery) != null) {
      state.hooks.deliveries(delivery.hook()).stream()
          .filter(one -> !one.isWaiting())
          .sorted(Comparator.comparingLong(Delivery::number).reversed())
          .skip(Delivery.ENDED_KEPT_MAX)
          .forEach(old -> state.hooks.deliveries.remove(old.number()));
    }
  }

  @Override
  public void dropped(long hook, long count) {
    state.hooks.hooks.computeIfPresent(hook, (_, one) -> one.withDropped(count));
  }

  @Override
  public void followed(long seq) {
    HookMarks before = state.hooks.marks;
    if (before.position() < seq) {
      mark(before.newestHook(), before.newestDelivery(), seq, before.version());
      state.hooks.moves.headMap(seq, true).clear();
    }
  }
}
