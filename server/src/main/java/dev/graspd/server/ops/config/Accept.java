package dev.graspd.server.ops.config;

/** Which events are welcome. The reference server's {@code grasp} joins when hosting is built. */
public enum Accept {
  /** Every valid event. */
  ALL
}
