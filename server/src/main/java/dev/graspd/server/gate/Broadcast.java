package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;

/** Takes ephemeral events, which have no place in the log. Never blocks. */
public interface Broadcast {
  void ephemeral(Event event);
}
