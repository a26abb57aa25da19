package dev.graspd.bench;

/** Where we want a figure to be, and whether it is there. */
public record Goal(String text, boolean met) {
  public static Goal atLeast(double value, double bound, String unit) {
    return new Goal("≥ " + Numbers.show(bound) + unit, value >= bound);
  }

  public static Goal atMost(double value, double bound, String unit) {
    return new Goal("≤ " + Numbers.show(bound) + unit, value <= bound);
  }
}
