package dev.graspd.server.ops;

/**
 * The server will not start, for a reason that its operator can mend. The message is one line for
 * people; nothing else is printed, least of all a stack trace.
 */
public sealed class StartRefused extends Exception permits DirectoryInUse {
  private static final long serialVersionUID = 1L;

  /** Takes the one line. */
  public StartRefused(String line) {
    super(line);
  }

  /** Takes the one line; the cause serves debuggers only. */
  public StartRefused(String line, Throwable cause) {
    super(line, cause);
  }
}
