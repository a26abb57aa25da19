package dev.graspd.core.store;

/** The facts that a store remembers of its server, as text. All of it is public. */
public enum Identity {
  /** The domain that the operator configured, if any. */
  DOMAIN,
  /** Its public key, in hex. */
  PUBLIC_KEY,
  /** The program that ran on it last, with its version. */
  PROGRAM
}
