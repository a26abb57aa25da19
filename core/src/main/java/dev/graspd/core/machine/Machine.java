package dev.graspd.core.machine;

import java.util.List;
import java.util.OptionalLong;

/**
 * A state machine: owned by one thread, told everything through one method, and never acting
 * itself.
 *
 * @param <I> what it is told
 * @param <A> what should happen
 */
public interface Machine<I, A> {
  /** The only entry: changes own state and says what should happen, in order. */
  List<A> on(I input, Now now);

  /** Returns when it wants to be woken, on the clock of {@link Now#nanos}; replaces all timers. */
  OptionalLong nextWakeNanos();
}
