package dev.graspd.server.ban;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.ban.BanStore;
import dev.graspd.core.store.ban.Bans;

/**
 * The bans of now, in memory: for events that are never stored, and for those that are on their way
 * to subscribers. What is stored is checked in the transaction. Thread-safe.
 */
public final class CurrentBans {
  private final BanStore store;
  private volatile Bans bans;

  public CurrentBans(BanStore store) {
    this.store = store;
    this.bans = Bans.of(store.all());
  }

  /** Reads the bans again, after a change. */
  synchronized void refresh() {
    bans = Bans.of(store.all());
  }

  public boolean keepsOut(Event event) {
    return bans.against(event).isPresent();
  }
}
