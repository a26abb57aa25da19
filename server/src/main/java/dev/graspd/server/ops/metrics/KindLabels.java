package dev.graspd.server.ops.metrics;

import java.util.Arrays;
import java.util.stream.Stream;

/** The kinds with their own label; the others share one, because strangers choose them. */
final class KindLabels {
  static final String OTHER = "other";

  /** Sorted, for the search. */
  private static final int[] KINDS = {
    1, 5, 62, 1111, 1617, 1618, 1619, 1621, 1630, 1631, 1632, 1633, 10317, 30617, 30618
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
