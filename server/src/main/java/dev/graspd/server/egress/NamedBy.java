package dev.graspd.server.egress;

/** Who gave us the target. */
public enum NamedBy {
  /** The configuration names it: any address, plain text too. */
  OPERATOR,
  /** An event, a redirect, anything from outside. */
  STRANGER
}
