package dev.graspd.core.store.row;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;

/** An event in its row. Only {@link #event} parses it. */
public interface StoredEvent {
  Life life();

  int kind();

  PublicKey author();

  /** Returns when it is to be removed, {@link EventRows#NEVER} if that is not known. */
  long due();

  Event event();
}
