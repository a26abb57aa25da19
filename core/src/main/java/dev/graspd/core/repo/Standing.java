package dev.graspd.core.repo;

/** How an event of a repository counts. */
public enum Standing {
  SERVED,
  /** In purgatory: it counts, and is served as soon as its git data is here. */
  WAITING,
  /** Its time in purgatory is over: it counts for nothing but its own revival. */
  LAPSED;

  public boolean counts() {
    return this != LAPSED;
  }
}
