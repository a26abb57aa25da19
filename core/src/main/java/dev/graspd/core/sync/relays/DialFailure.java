package dev.graspd.core.sync.relays;

/** Why a connection attempt failed, as far as it matters for the next attempt. */
public enum DialFailure {
  /** Refused, unreachable, timed out, HTTP 429 or 5xx: the next attempt may succeed. */
  ORDINARY,
  /** The name does not exist. */
  NO_SUCH_NAME,
  /** No secure connection can be made. */
  TLS,
  /** Something answers, but it is no relay. */
  NOT_A_RELAY,
  /** Our own resolver does not answer. The relay is not to blame. */
  RESOLVER_SILENT,
  /** Our rules forbid connections to its address. */
  DENIED,
  /** It is a private service (GRASP-08). */
  PRIVATE_SERVICE
}
