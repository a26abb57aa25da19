package dev.graspd.server.ops.config;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads numbers that may have a unit: {@code 512MiB}, {@code 90d}. */
final class Units {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,18}) ?([A-Za-z]{0,3})");

  /** Sizes, in bytes. Case does not matter: no size is meant by a lower-case letter. */
  private static final SortedMap<String, Long> SIZES =
      new TreeMap<>(
          Map.of("b", 1L, "kib", 1L << 10, "mib", 1L << 20, "gib", 1L << 30, "tib", 1L << 40));

  /** Times, in milliseconds. */
  private static final SortedMap<String, Long> TIMES =
      new TreeMap<>(Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L));

  private static final SortedMap<String, Long> COUNTED_TIMES =
      new TreeMap<>(Map.of("milliseconds", 1L, "seconds", 1_000L, "hours", 3_600_000L));

  private Units() {}

  /**
   * Reads a whole number; without a unit it has the unit of the key.
   *
   * @param counted the unit of the key, such as {@code seconds}
   * @throws IllegalArgumentException for anything else, and for a time that is not a multiple of
   *     the key's unit
   */
  static long parse(String text, String counted) {
    Matcher match = TEXT.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException();
    }
    long number = Long.parseLong(match.group(1));
    String unit = match.group(2);
    if (unit.isEmpty()) {
      return number;
    }
    if (counted.equals("bytes")) {
      return times(number, SIZES.get(unit.toLowerCase(Locale.ROOT)));
    }
    Long of = COUNTED_TIMES.get(counted);
    if (of == null) {
      throw new IllegalArgumentException();
    }
    long millis = times(number, TIMES.get(unit));
    if (millis % of != 0) {
      throw new IllegalArgumentException();
    }
    return millis / of;
  }

  /** Returns the allowed units, for an error message; empty if none. */
  static String hint(String counted) {
    if (counted.equals("bytes")) {
      return " bytes, or with KiB, MiB, GiB or TiB";
    }
    return COUNTED_TIMES.containsKey(counted) ? " " + counted + ", or with ms, s, m, h or d" : "";
  }

  private static long times(long number, @Nullable Long factor) {
    if (factor == null) {
      throw new IllegalArgumentException();
    }
    try {
      return Math.multiplyExact(number, factor);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
