package dev.graspd.core.store;

/** What a store remembers of the server that runs on it, as text: it is public anyway. */
public enum Identity {
  /** The name that its operator gave it, if they did. */
  DOMAIN,
  /** Its public key, in hex. */
  PUBLIC_KEY
}
