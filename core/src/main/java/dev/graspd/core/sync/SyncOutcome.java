package dev.graspd.core.sync;

/** The gate's decision on an event of a relay, as far as it matters for sync. */
public enum SyncOutcome {
  /** Newly stored and served. */
  STORED,
  /** Newly held: the hunt looks for its git data. */
  HELD,
  /** It was here before, or a newer version is here. */
  KNOWN,
  /** Refused for good; we remember that and do not request it again. */
  REFUSED,
  /** Refused for a temporary reason: we must request it again. */
  LATER,
  /** Its id or signature is wrong: the relay forged it. This says nothing about the real event. */
  FORGED
}
