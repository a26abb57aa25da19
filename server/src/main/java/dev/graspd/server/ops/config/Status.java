package dev.graspd.server.ops.config;

/** Whether a key does something in this version. */
public sealed interface Status {
  /** The value has its effect. */
  record InForce() implements Status {}

  /**
   * The value is checked and kept; setting it is answered by one line at the start.
   *
   * @param why completes the sentence "… has no effect: "
   */
  record WithoutEffect(String why) implements Status {}
}
