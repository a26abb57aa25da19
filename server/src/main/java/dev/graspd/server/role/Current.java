package dev.graspd.server.role;

import java.util.function.Supplier;

/**
 * The part of a duty that others use, while it runs here. Otherwise they get a stand-in, which
 * drops what it gets: a take-over reads the store. Thread-safe.
 */
public final class Current<T> implements Supplier<T> {
  private final T absent;
  private volatile T now;

  public Current(T absent) {
    this.absent = absent;
    this.now = absent;
  }

  @Override
  public T get() {
    return now;
  }

  public void begin(T part) {
    now = part;
  }

  public void end() {
    now = absent;
  }
}
