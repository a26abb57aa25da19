package dev.graspd.core.policy.room;

import java.util.Locale;

/** Sizes in words. */
public final class ByteSize {
  private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  private static final int UNIT = 1024;

  private ByteSize() {}

  /** Returns a size in the largest unit that says it without a fraction. */
  public static String exact(long bytes) {
    long number = bytes;
    int unit = 0;
    while (number != 0 && number % UNIT == 0 && unit < UNITS.length - 1) {
      number /= UNIT;
      unit++;
    }
    return number + " " + UNITS[unit];
  }

  /** Returns a size in the unit that people would choose, rounded down to a tenth. */
  public static String rough(long bytes) {
    long whole = bytes;
    long rest = 0;
    int unit = 0;
    while (whole >= UNIT && unit < UNITS.length - 1) {
      rest = whole % UNIT;
      whole /= UNIT;
      unit++;
    }
    long tenths = rest * 10 / UNIT;
    return tenths == 0
        ? whole + " " + UNITS[unit]
        : String.format(Locale.ROOT, "%d.%d %s", whole, tenths, UNITS[unit]);
  }
}
