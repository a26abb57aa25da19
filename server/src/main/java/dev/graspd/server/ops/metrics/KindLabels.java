package dev.graspd.server.ops.metrics;

import java.util.Arrays;
import java.util.stream.Stream;

/** The kinds that get a label of their own; strangers choose the others. */
final class KindLabels {
  static final String OTHER = "other";

  /** Sorted, for the search. */
  private static final int[] KINDS = {
    0, 1, 3, 5, 6, 7, 16, 62, 1111, 1617, 1618, 1619, 1621, 1622, 1630, 1631, 1632, 1633, 1985,
    9735, 10002, 10317, 22242, 30617, 30618
  };

  private static final String[] LABELS =
      Arrays.stream(KINDS).mapToObj(Integer::toString).toArray(String[]::new);

  private KindLabels() {}

  static String of(int kind) {
    int index = Arrays.binarySearch(KINDS, kind);
    return index < 0 ? OTHER : LABELS[index];
  }

  static Stream<String> all() {
    return Stream.concat(Arrays.stream(LABELS), Stream.of(OTHER));
  }
}
