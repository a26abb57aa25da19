package dev.graspd.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;

/**
 * A fault that was put into a machine, or into its world, to see whether a simulation finds it.
 *
 * @param complaint a part of what the simulation must say
 * @param run the run of a seed with the fault
 */
public record PlantedFault(String complaint, LongConsumer run) {
  /** All of a message; for runs whose messages name nothing by its place in memory. */
  public static final UnaryOperator<String> WHOLE = UnaryOperator.identity();

  /** The first line of a message: those after it name objects by their place in memory. */
  public static final UnaryOperator<String> FIRST_LINE =
      message -> message.lines().findFirst().orElse("");

  /** Asserts that one of so many seeds finds it, says so, and does both again in the same words. */
  public void assertFoundWithin(int seeds, UnaryOperator<String> words) {
    assertFoundWithin(seeds, words, _ -> false);
  }

  /**
   * Asserts the same.
   *
   * @param failsAnyway whether a seed fails also without the fault, so that it shows nothing
   */
  public void assertFoundWithin(int seeds, UnaryOperator<String> words, LongPredicate failsAnyway) {
    long seed = 1;
    AssertionError found = failure(seed);
    while (seed < seeds && (found == null || failsAnyway.test(seed))) {
      found = failure(++seed);
    }
    assertThat(found).as("found in %d seeds", seed).isNotNull();
    assertThat(found).hasMessageStartingWith("seed " + seed + ": ").hasMessageContaining(complaint);
    AssertionError again = failure(seed);
    assertThat(again).as("found again by seed %d", seed).isNotNull();
    assertThat(said(again, words)).isEqualTo(said(found, words));
    assertThat(failsAnyway.test(seed)).as("fails without the fault").isFalse();
  }

  /** Returns whether the run of a seed fails. */
  public boolean isFoundBy(long seed) {
    return failure(seed) != null;
  }

  private static String said(AssertionError error, UnaryOperator<String> words) {
    return words.apply(String.valueOf(error.getMessage()));
  }

  private AssertionError failure(long seed) {
    return catchThrowableOfType(AssertionError.class, () -> run.accept(seed));
  }
}
