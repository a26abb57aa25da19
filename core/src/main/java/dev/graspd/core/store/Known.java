package dev.graspd.core.store;

/** The state of an event id in the store. */
public enum Known {
  /** Not here, or set aside for an ended repository. */
  UNKNOWN,
  SERVED,
  HELD,
  /** Deleted or vanished: it must not come back. Replaced and expired events count as unknown. */
  GONE
}
