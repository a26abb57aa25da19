package dev.graspd.server.requests;

/** Which requests have a line in the log, from little to much. */
public enum Detail {
  /** None. */
  OFF,
  /** Pushes, and clones and fetches whose client left or that failed. */
  PUSHES,
  /** And clones, fetches and events that were refused. */
  REFUSED,
  /** And clones and fetches that were served. */
  ALL
}
