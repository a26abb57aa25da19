package dev.graspd.core.store.hook;

import dev.graspd.core.store.blocking.Blocking;
import java.util.List;
import java.util.Optional;

/** The hooks and their deliveries, as of the last commit. */
@Blocking
public interface HookStore {
  /** Returns all hooks by their ids. */
  List<Hook> all();

  /**
   * Returns the deliveries of a hook by their numbers: those that wait, and the last that ended.
   */
  List<Delivery> deliveries(long hook);

  /**
   * Returns how refs moved at this number in the log; empty if there were no hooks then, or if it
   * is too long ago.
   */
  Optional<RefsMove> move(long seq);

  HookMarks marks();
}
