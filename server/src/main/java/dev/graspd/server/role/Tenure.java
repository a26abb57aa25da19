package dev.graspd.server.role;

/** Work that runs under a role. */
@FunctionalInterface
public interface Tenure extends AutoCloseable {
  /** Nothing runs. */
  Tenure IDLE = () -> {};

  /** Begins nothing new; does not wait. {@link #close} follows. */
  default void stop() {}

  /** Ends the work; when it returns, nothing of it runs. Without effect the second time. */
  @Override
  void close();
}
