package dev.graspd.server.ops.config;

/** Which events are welcome. */
public enum Accept {
  /** What belongs to repositories that are hosted here. */
  GRASP,
  /** Every valid event: a plain relay, without repositories. */
  ALL
}
