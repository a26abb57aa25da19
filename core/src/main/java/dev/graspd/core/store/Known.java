package dev.graspd.core.store;

/** What the store knows of an event id. */
public enum Known {
  /** Not here, or set aside for an ended repository. */
  UNKNOWN,
  SERVED,
  HELD,
  /** Deleted or vanished: it must not come back. Replaced and expired events count as unknown. */
  GONE
}
