package dev.graspd.server.git.objects;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;
import org.eclipse.jgit.lib.ProgressMonitor;

/** Lets long work of JGit rest, and end when it is to end. For one thread. */
final class Work implements ProgressMonitor {
  /** Somebody waits for it: it rests not, and is not stopped. */
  static Work urgent() {
    return new Work(_ -> {}, () -> false);
  }

  /** It rests after so much work. */
  private static final long STRETCH_NANOS = 20_000_000;

  private final PackInspector.Pace pace;
  private final BooleanSupplier isStopped;
  private long begun = System.nanoTime();

  Work(PackInspector.Pace pace, BooleanSupplier isStopped) {
    this.pace = pace;
    this.isStopped = isStopped;
  }

  /** Rests if it is time to. */
  void goOn() {
    if (isCancelled()) {
      throw new UncheckedIOException(new InterruptedIOException("the server ends"));
    }
    long worked = System.nanoTime() - begun;
    if (worked > STRETCH_NANOS) {
      try {
        pace.rest(worked);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new UncheckedIOException(new InterruptedIOException("the server ends"));
      }
      begun = System.nanoTime();
    }
  }

  @Override
  public void start(int totalTasks) {}

  @Override
  public void beginTask(String title, int totalWork) {}

  @Override
  public void update(int completed) {
    goOn();
  }

  @Override
  public void endTask() {}

  @Override
  public boolean isCancelled() {
    return isStopped.getAsBoolean();
  }

  @Override
  public void showDuration(boolean enabled) {}
}
