package dev.graspd.server.peers.local;

import dev.graspd.core.negentropy.ItemSet;

/** The result of building our own set for a filter. */
public sealed interface OwnSet {
  record Ready(ItemSet items) implements OwnSet {}

  /** There is no room beside the sets in use. */
  record TooMany() implements OwnSet {}

  /** The store could not be read. */
  record Failed() implements OwnSet {}
}
