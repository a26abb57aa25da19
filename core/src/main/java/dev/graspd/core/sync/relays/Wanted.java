package dev.graspd.core.sync.relays;

import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import java.util.List;

/**
 * The events that we want of one repository, and where we look for them.
 *
 * @param relays where we follow it, in the announcement's order; empty if its announcement names no
 *     other relay, or one whose relays we do not follow
 */
public record Wanted(SyncLevel level, List<RelayUrl> relays) {
  public Wanted {
    relays = List.copyOf(relays);
  }
}
