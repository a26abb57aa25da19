package dev.graspd.core.hunt;

/** What a pass over a clone URL is for. */
public enum Purpose {
  /** Fetch objects that held events wait for. */
  FETCH,
  /** Check whether it has something new (GRASP-02, hourly). */
  COMPARE
}
