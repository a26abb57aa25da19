package dev.graspd.server.ops.config;

/** Whether a key has an effect in this version. */
public sealed interface Status {
  record InForce() implements Status {}

  /**
   * The value is checked; setting it causes a warning at the start.
   *
   * @param why completes the sentence "… has no effect: "
   */
  record WithoutEffect(String why) implements Status {}
}
