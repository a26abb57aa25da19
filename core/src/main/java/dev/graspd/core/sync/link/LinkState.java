package dev.graspd.core.sync.link;

/**
 * Whether requests go out on a connection, and if not, why. One state instead of flags: a
 * connection that we left can neither be resumed nor pause.
 */
enum LinkState {
  /** Requests go out. */
  ASKING,
  /** They wait for a moment, after a complaint about too many of them. */
  RESTING,
  /** They wait for the answer to our NIP-42 event. */
  AUTHENTICATING,
  /** They wait until the sync machine resumes. */
  PAUSED,
  /** We hung up. Messages that arrive before the connection ends still count. */
  LEAVING,
  /** The connection has ended; inputs have no effect. */
  OVER;

  /** Returns the state after the sync machine, or a rate limit of the relay, stops requests. */
  LinkState pause() {
    return isLeft() ? this : PAUSED;
  }

  LinkState resume() {
    return this == PAUSED ? ASKING : this;
  }

  /** Returns the state after a look at the clock. */
  LinkState settle(boolean resting, boolean authenticating) {
    if (this == PAUSED || isLeft()) {
      return this;
    }
    return resting ? RESTING : authenticating ? AUTHENTICATING : ASKING;
  }

  LinkState hangUp() {
    return isLeft() ? this : LEAVING;
  }

  LinkState end() {
    return OVER;
  }

  /** Returns whether the end of the connection is all that can still come. */
  boolean isLeft() {
    return this == LEAVING || this == OVER;
  }
}
