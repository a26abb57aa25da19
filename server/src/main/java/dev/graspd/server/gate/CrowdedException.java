package dev.graspd.server.gate;

/** Too much work of this client waits in the lanes of families. */
public final class CrowdedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CrowdedException() {
    super("too much work of this client waits", null, false, false);
  }
}
