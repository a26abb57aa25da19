package dev.graspd.sim;

import dev.graspd.core.machine.Machine;
import java.util.List;

/**
 * What surrounds a machine: the disk, which outlives restarts, what clients do, and what must
 * always hold. Checks fail with an {@link AssertionError}.
 *
 * @param <I> what the machine is told
 * @param <A> what it wants done
 */
public interface World<I, A> {
  /** Returns a machine that knows nothing, as each start of the server makes one. */
  Machine<I, A> start();

  /** Returns what the machine is told before anything else: what the disk knows. */
  List<I> restored();

  /** Returns what the machine is told when the time has come that it asked for. */
  I woken();

  /** Something happens outside, chosen by chance. */
  void happen(Stage<I> stage);

  /** The machine was told something and said this: the place to check its words. */
  void said(I input, List<A> actions, Moment moment);

  /** Does what the machine wanted, a while after it said so. */
  void perform(A action, Stage<I> stage);

  /** Checks what must hold after every step; {@code isQuiet}: nothing is on its way. */
  void check(boolean isQuiet, Moment moment);

  /** Checks that everything has come to its end, long after the last fault. */
  void checkEnd();
}
