package dev.graspd.bench.report;

/** The goal for a figure, and whether it is met. */
public record Goal(String text, boolean met) {
  public static Goal atLeast(double value, double bound, String unit) {
    return new Goal("≥ " + Numbers.show(bound) + unit, value >= bound);
  }

  public static Goal atMost(double value, double bound, String unit) {
    return new Goal("≤ " + Numbers.show(bound) + unit, value <= bound);
  }
}
