package dev.graspd.core.store.row;

import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.HookMarks;
import dev.graspd.core.store.hook.RefsMove;
import java.util.List;
import java.util.Optional;

/** The hooks, their deliveries, and how refs moved. */
public interface HookRows {
  HookMarks marks();

  void put(HookMarks marks);

  /** Returns all hooks by their ids. */
  List<Hook> all();

  void put(Hook hook);

  void delete(Hook hook);

  Optional<Delivery> delivery(long hook, long number);

  /** Returns the deliveries of a hook by their numbers. */
  List<Delivery> deliveries(long hook);

  void put(Delivery delivery);

  void delete(Delivery delivery);

  void putMove(long seq, RefsMove move);

  /** Deletes the moves up to this number in the log. */
  void deleteMovesTo(long seq);

  /** Deletes the oldest moves until at most this many are left. */
  void trimMoves(int kept);
}
