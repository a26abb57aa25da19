package dev.graspd.core.sync.filter;

/** How much of a repository is wanted. */
public enum SyncLevel {
  /** Its announcement is still held: only the states, which may release it. */
  STATE_ONLY,
  /** Everything that names it. */
  FULL
}
