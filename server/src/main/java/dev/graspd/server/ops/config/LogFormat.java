package dev.graspd.server.ops.config;

/** How log lines look. */
public enum LogFormat {
  /** For people. */
  TEXT,
  /** One JSON object a line. */
  JSON
}
