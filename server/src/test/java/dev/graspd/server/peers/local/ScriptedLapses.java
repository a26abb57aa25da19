package dev.graspd.server.peers.local;

import dev.graspd.core.nostr.EventId;
import dev.graspd.server.family.held.LapsedEvents;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Says of the events it is told that they have lapsed, and writes down which were seen again. */
public final class ScriptedLapses implements LapsedEvents {
  final Set<EventId> lapsed = new HashSet<>();
  final List<EventId> seen = new ArrayList<>();

  @Override
  public boolean isLapsed(EventId id) {
    return lapsed.contains(id);
  }

  @Override
  public void seenByDailySync(EventId id) {
    seen.add(id);
  }
}
