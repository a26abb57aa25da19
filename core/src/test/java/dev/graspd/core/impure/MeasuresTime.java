package dev.graspd.core.impure;

final class MeasuresTime {
  private MeasuresTime() {}

  static long nanos() {
    return System.nanoTime();
  }
}
