package dev.graspd.server.ops.config;

/** Who counts as a maintainer of a repository. */
public enum MaintainerMode {
  /** Keys that list each other. */
  RECIPROCAL,
  /** All listed keys. */
  LISTED
}
