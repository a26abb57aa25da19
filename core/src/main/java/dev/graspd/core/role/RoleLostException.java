package dev.graspd.core.role;

/** Another server has taken the role since: the work must stop, and nothing of it is written. */
public final class RoleLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RoleLostException(Fence fence) {
    super(
        "the role %s was taken after %d".formatted(fence.role(), fence.number()),
        null,
        false,
        false);
  }
}
