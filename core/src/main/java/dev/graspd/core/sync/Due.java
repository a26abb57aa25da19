package dev.graspd.core.sync;

import java.util.Comparator;

/** A relay, and since or from when it is due; the earliest first. */
record Due(long nanos, RelayUrl relay) implements Comparable<Due> {
  private static final Comparator<Due> ORDER =
      Comparator.comparingLong(Due::nanos).thenComparing(Due::relay);

  @Override
  public int compareTo(Due that) {
    return ORDER.compare(this, that);
  }
}
