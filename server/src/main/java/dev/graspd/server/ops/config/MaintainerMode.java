package dev.graspd.server.ops.config;

/** Who counts as a maintainer of a repository. */
public enum MaintainerMode {
  /** Those who list each other. */
  RECIPROCAL,
  /** All who are listed. */
  LISTED
}
