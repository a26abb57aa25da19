package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** When to check each relay again. Owned by the sync thread. */
final class Wakes {
  static final long NEVER = Long.MAX_VALUE;

  private final TreeSet<Due> order = new TreeSet<>();
  private final Map<RelayUrl, Due> ofRelay = new HashMap<>();

  /** Replaces the earlier time of this relay. */
  void set(RelayUrl relay, long nanos) {
    Due before = ofRelay.remove(relay);
    if (before != null) {
      order.remove(before);
    }
    if (nanos != NEVER) {
      Due due = new Due(nanos, relay);
      ofRelay.put(relay, due);
      order.add(due);
    }
  }

  /** Moves the time of this relay forward, if it is later. */
  void setNoLater(RelayUrl relay, long nanos) {
    @Nullable Due before = ofRelay.get(relay);
    if (before == null || before.nanos() > nanos) {
      set(relay, nanos);
    }
  }

  OptionalLong nextNanos() {
    return order.isEmpty() ? OptionalLong.empty() : OptionalLong.of(order.first().nanos());
  }

  /** Removes and returns the relays whose time has come, in order. */
  List<RelayUrl> takeDue(Now now) {
    List<RelayUrl> due = new ArrayList<>();
    while (!order.isEmpty() && order.first().nanos() <= now.nanos()) {
      RelayUrl relay = order.removeFirst().relay();
      ofRelay.remove(relay);
      due.add(relay);
    }
    return due;
  }
}
