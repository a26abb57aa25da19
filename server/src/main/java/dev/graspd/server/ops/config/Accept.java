package dev.graspd.server.ops.config;

/** Which events the server accepts. */
public enum Accept {
  /** Events of repositories that are hosted here. */
  GRASP,
  /** Every valid event: a plain relay, without repositories. */
  ALL
}
