package dev.graspd.core.store;

/** What a store remembers of the server that runs on it, as text. All of it is public. */
public enum Identity {
  /** The domain that the operator configured, if any. */
  DOMAIN,
  /** Its public key, in hex. */
  PUBLIC_KEY,
  /** The program that ran on it last, with its version. */
  PROGRAM
}
