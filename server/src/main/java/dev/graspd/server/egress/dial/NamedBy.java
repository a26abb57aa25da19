package dev.graspd.server.egress.dial;

/** The party that named the target. */
public enum NamedBy {
  /** The configuration names it: any address, plain text too. */
  OPERATOR,
  /** An event, a redirect, or anything else from outside. */
  STRANGER
}
