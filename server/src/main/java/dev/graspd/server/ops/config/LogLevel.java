package dev.graspd.server.ops.config;

/** The amount of logging; each level includes the ones before it. */
public enum LogLevel {
  OFF,
  /** Faults that the operator must handle. */
  ERROR,
  /** Faults that the operator may have to handle. */
  WARN,
  /** Rare events. */
  INFO,
  /** Every decision. */
  DEBUG,
  /** Every message. */
  TRACE
}
