package dev.graspd.core.sync;

/** Why a connection could not be made, as far as the next attempt depends on it. */
public enum DialFailure {
  /** Refused, unreachable, timed out, HTTP 429 or 5xx: it may be better next time. */
  ORDINARY,
  /** The name does not exist. */
  NO_SUCH_NAME,
  /** No secure connection can be made. */
  TLS,
  /** Something answers, but it is no relay. */
  NOT_A_RELAY,
  /** Our own resolver does not answer: nobody's fault but ours. */
  RESOLVER_SILENT,
  /** The address is one that we never connect to. */
  DENIED,
  /** It is a private service (GRASP-08). */
  PRIVATE_SERVICE
}
