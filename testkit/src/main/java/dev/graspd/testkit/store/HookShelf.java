package dev.graspd.testkit.store;

import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.store.hook.HookStore;
import dev.graspd.core.store.hook.RefsMove;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a store in memory knows of webhooks. */
final class HookShelf implements HookStore {
  final SortedMap<Long, Hook> hooks = new TreeMap<>();
  final NavigableMap<Long, Delivery> deliveries = new TreeMap<>();
  final NavigableMap<Long, RefsMove> moves = new TreeMap<>();
  HookMarks marks = HookMarks.NONE;

  /** Takes everything that another one has. */
  void putAll(HookShelf other) {
    hooks.putAll(other.hooks);
    deliveries.putAll(other.deliveries);
    moves.putAll(other.moves);
    marks = other.marks;
  }

  @Override
  public List<Hook> all() {
    return new ArrayList<>(hooks.values());
  }

  @Override
  public List<Delivery> deliveries(long hook) {
    return deliveries.values().stream().filter(one -> one.hook() == hook).toList();
  }

  @Override
  public Optional<RefsMove> move(long seq) {
    return Optional.ofNullable(moves.get(seq));
  }

  @Override
  public HookMarks marks() {
    return marks;
  }
}
