package dev.graspd.core.role;

/**
 * The proof that a server holds a role. Each holder gets a higher number than the one before, so a
 * write of a holder that has lost the role is recognised, however late it comes.
 */
public record Fence(Role role, long number) {
  public Fence {
    if (number <= 0) {
      throw new IllegalArgumentException("fences count from 1: " + number);
    }
  }
}
