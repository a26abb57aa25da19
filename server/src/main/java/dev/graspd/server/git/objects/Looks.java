package dev.graspd.server.git.objects;

import org.eclipse.jgit.lib.ProgressMonitor;

/** Tells of each object that JGit looks at; what is told may end the work by throwing. */
record Looks(Runnable look) implements ProgressMonitor {
  @Override
  public void start(int totalTasks) {}

  @Override
  public void beginTask(String title, int totalWork) {}

  @Override
  public void update(int completed) {
    for (int n = 0; n < completed; n++) {
      look.run();
    }
  }

  @Override
  public void endTask() {}

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void showDuration(boolean enabled) {}
}
