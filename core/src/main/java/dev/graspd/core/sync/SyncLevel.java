package dev.graspd.core.sync;

/** How much of a repository is wanted. */
public enum SyncLevel {
  /** Its announcement is still held: only the states that may release it. */
  STATE_ONLY,
  /** Everything that names it. */
  FULL
}
