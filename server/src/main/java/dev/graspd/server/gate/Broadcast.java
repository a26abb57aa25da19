package dev.graspd.server.gate;

import dev.graspd.core.nostr.Event;
import dev.graspd.server.charge.Payer;

/** Takes ephemeral events, which have no place in the log. Never blocks. */
public interface Broadcast {
  /**
   * An ephemeral event to pass on.
   *
   * @param payer who pays for it while it waits
   */
  record Passing(Event event, Payer payer) {}

  void ephemeral(Passing passing);
}
