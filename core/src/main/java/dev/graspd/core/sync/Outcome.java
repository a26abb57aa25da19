package dev.graspd.core.sync;

/** What became of an event that a relay sent, as far as sync cares. */
public enum Outcome {
  /** Newly stored and served. */
  STORED,
  /** Newly held: its other half is hunted. */
  HELD,
  /** It was here before, or a newer version is. */
  KNOWN,
  /** Refused for good; it is remembered and not asked for again. */
  REFUSED,
  /** Refused for reasons of the moment: it must be asked for again. */
  LATER,
  /** Its id or signature is wrong: the relay made it up, and it says nothing about the real one. */
  FORGED
}
