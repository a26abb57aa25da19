package dev.graspd.server.git.browse;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How much one question may cost, in time and in steps. For one thread. */
public final class QuestionBudget {
  private final LongSupplier nanoTime;
  private final long endNanos;
  private long stepsLeft;
  private boolean isUsedUp;

  public QuestionBudget(Duration time, long steps, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.endNanos = nanoTime.getAsLong() + time.toNanos();
    this.stepsLeft = steps;
  }

  /** Takes a step; returns false if the budget was used up before it. */
  public boolean step() {
    return steps(1);
  }

  /** Returns whether it was too small for something. */
  public boolean isUsedUp() {
    return isUsedUp;
  }

  /** Takes several steps at once; none if the budget is too small for all. */
  public boolean steps(long count) {
    if (stepsLeft < count || nanoTime.getAsLong() - endNanos > 0) {
      stepsLeft = 0;
      isUsedUp = true;
      return false;
    }
    stepsLeft -= count;
    return true;
  }
}
