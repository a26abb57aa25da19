package dev.graspd.core.machine;

import java.util.List;
import java.util.OptionalLong;

/**
 * A state machine: owned by one thread, fed through one method, and without any effects of its own.
 *
 * @param <I> its inputs
 * @param <A> the actions that it wants
 */
public interface Machine<I, A> {
  /** The only entry: changes the state and returns the actions to carry out, in order. */
  List<A> on(I input, Now now);

  /** Returns when it wants to be woken, on the clock of {@link Now#nanos}; replaces all timers. */
  OptionalLong nextWakeNanos();
}
