package dev.graspd.server.git.objects;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;
import org.eclipse.jgit.lib.EmptyProgressMonitor;

/** Pauses long work of JGit, and stops it. For one thread. */
final class PackWork extends EmptyProgressMonitor {
  /** Work that somebody waits for: it does not pause, and nothing stops it. */
  static PackWork urgent() {
    return new PackWork(_ -> {}, () -> false);
  }

  /** Work between two pauses. */
  private static final long STRETCH_NANOS = 20_000_000;

  private final PackInspector.Pace pace;
  private final BooleanSupplier isStopped;
  private long begun = System.nanoTime();

  PackWork(PackInspector.Pace pace, BooleanSupplier isStopped) {
    this.pace = pace;
    this.isStopped = isStopped;
  }

  /** Pauses if it is time. */
  void step() {
    if (isCancelled()) {
      throw new UncheckedIOException(new InterruptedIOException("the server ends"));
    }
    long worked = System.nanoTime() - begun;
    if (worked > STRETCH_NANOS) {
      try {
        pace.pause(worked);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UncheckedIOException(new InterruptedIOException("the server ends"));
      }
      begun = System.nanoTime();
    }
  }

  @Override
  public void update(int completed) {
    step();
  }

  @Override
  public boolean isCancelled() {
    return isStopped.getAsBoolean();
  }
}
