package dev.graspd.bench.report;

import java.io.IOException;

/**
 * A figure and its floor, measured in turn several times, so that other load of the machine affects
 * both. Values are medians, and the ratio is the median of the ratios.
 */
public record Comparison(double floor, double value, double ratio) {
  /** One measurement. */
  @FunctionalInterface
  public interface Measurement {
    double take() throws IOException, InterruptedException;
  }

  public static Comparison interleaved(int repetitions, Measurement floor, Measurement value)
      throws IOException, InterruptedException {
    double[] floors = new double[repetitions];
    double[] values = new double[repetitions];
    for (int i = 0; i < repetitions; i++) {
      floors[i] = floor.take();
      values[i] = value.take();
    }
    return of(floors, values);
  }

  public static Comparison of(double[] floors, double[] values) {
    double[] ratios = new double[floors.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = values[i] / floors[i];
    }
    return new Comparison(Numbers.median(floors), Numbers.median(values), Numbers.median(ratios));
  }

  public Figure figure(String row, String what, String unit, String floorName) {
    return Figure.of(row, what, value, unit).over(floorName, floor, ratio);
  }
}
