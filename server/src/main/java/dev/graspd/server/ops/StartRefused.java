package dev.graspd.server.ops;

/**
 * The server does not start, because of a problem that its operator can solve. The message is one
 * line for people, printed without a stack trace.
 */
public sealed class StartRefused extends Exception permits DirectoryInUse {
  private static final long serialVersionUID = 1L;

  public StartRefused(String line) {
    super(line);
  }

  /** The cause is for debuggers only. */
  public StartRefused(String line, Throwable cause) {
    super(line, cause);
  }
}
