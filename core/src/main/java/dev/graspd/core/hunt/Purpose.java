package dev.graspd.core.hunt;

/** What a pass over a clone URL is for. */
public enum Purpose {
  /** Get what held events wait for. */
  FETCH,
  /** See whether it has something that we do not know of (GRASP-02, hourly). */
  COMPARE
}
