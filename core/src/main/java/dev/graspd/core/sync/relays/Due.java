package dev.graspd.core.sync.relays;

import dev.graspd.core.sync.RelayUrl;
import java.util.Comparator;

/** A relay and the time when it is due; the earliest first. */
record Due(long nanos, RelayUrl relay) implements Comparable<Due> {
  private static final Comparator<Due> ORDER =
      Comparator.comparingLong(Due::nanos).thenComparing(Due::relay);

  @Override
  public int compareTo(Due that) {
    return ORDER.compare(this, that);
  }
}
