package dev.graspd.core.store.hook;

import java.util.Optional;

/** The part of a write transaction about hooks. */
public interface HookTransaction {
  /** Gives a hook its id and begins it here in the log; empty if there are too many. */
  Optional<Hook> add(Hook hook);

  /** Removes a hook with its deliveries; returns it if it was there. */
  Optional<Hook> remove(long id);

  /** Gives a delivery its number and keeps it; empty if its hook is not there. */
  Optional<Delivery> enqueue(Delivery delivery);

  /** The same for a delivery that the operator orders: the sender has to read it. */
  Optional<Delivery> order(Delivery delivery);

  /**
   * Writes how far a delivery is, if it is still there. Of those of its hook that have ended only
   * the newest are kept.
   */
  void note(Delivery delivery);

  /** Counts deliveries that had no room. */
  void dropped(long hook, long count);

  /** Records that the log up to this number has become deliveries, and forgets moves of refs. */
  void followed(long seq);
}
