package dev.graspd.bench.report;

import java.util.Arrays;
import java.util.Locale;

/** Small arithmetic of figures. */
public final class Numbers {
  private Numbers() {}

  /** Returns the middle one. */
  public static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Shows about three digits. */
  public static String show(double value) {
    double size = Math.abs(value);
    if (size >= 100 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
  }
}
