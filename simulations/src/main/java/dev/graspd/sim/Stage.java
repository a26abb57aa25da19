package dev.graspd.sim;

import java.util.random.RandomGenerator;

/**
 * Where a world plays: what it may use while something happens.
 *
 * @param <I> what the machine is told
 */
public interface Stage<I> {
  /** The run's only source of chance. */
  RandomGenerator random();

  Moment moment();

  /** Tells the machine something, soon and in order; a restart before that loses it. */
  void tell(I input);

  /** The disk has now what was written; a crash does not set the clock back before this. */
  void written();
}
