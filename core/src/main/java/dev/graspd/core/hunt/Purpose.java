package dev.graspd.core.hunt;

/** The purpose of a pass over a clone URL. */
public enum Purpose {
  /** Fetch objects that held events wait for. */
  FETCH,
  /** Check whether it has something new (GRASP-02, hourly). */
  COMPARE
}
