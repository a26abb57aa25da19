package dev.graspd.server.ops.config;

/** What is logged, from little to much. */
public enum LogLevel {
  /** Nothing. */
  OFF,
  /** What needs the operator. */
  ERROR,
  /** And what may need the operator. */
  WARN,
  /** And what happens rarely. */
  INFO,
  /** And every decision. */
  DEBUG,
  /** And every message. */
  TRACE
}
