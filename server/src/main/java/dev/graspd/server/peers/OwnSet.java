package dev.graspd.server.peers;

import dev.graspd.core.negentropy.ItemSet;

/** What became of the wish to have our own set for a filter. */
public sealed interface OwnSet {
  record Ready(ItemSet items) implements OwnSet {}

  /** There is no room for it beside the sets that are in use. */
  record TooMany() implements OwnSet {}

  /** The store could not be read. */
  record Failed() implements OwnSet {}
}
