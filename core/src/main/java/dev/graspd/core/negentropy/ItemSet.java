package dev.graspd.core.negentropy;

/**
 * An immutable set of items in their order. Both roles work on one; its cost decides theirs, so no
 * method may take time proportional to the size.
 */
public interface ItemSet {
  /** How many items there are. */
  int size();

  /** The item at this place of the order, 0 for the lowest. */
  Item item(int index);

  /** How many items lie below the bound: the index of the first one that does not. */
  int lowerBound(Bound bound);

  /** The fingerprint of the items from the first index to before the second. */
  Fingerprint fingerprint(int from, int to);
}
