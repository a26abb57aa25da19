package dev.graspd.core.talk.thread;

/** The state of a thread. */
public enum State {
  OPEN,
  DRAFT,
  /** Of pull requests and patches. */
  MERGED,
  /** Of issues. */
  RESOLVED,
  CLOSED
}
