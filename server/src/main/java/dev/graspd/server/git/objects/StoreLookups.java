package dev.graspd.server.git.objects;

import org.eclipse.jgit.lib.EmptyProgressMonitor;

/** Reports each object that JGit visits; the callback may end the work by throwing. */
final class StoreLookups extends EmptyProgressMonitor {
  private final Runnable visit;

  StoreLookups(Runnable visit) {
    this.visit = visit;
  }

  @Override
  public void update(int completed) {
    for (int n = 0; n < completed; n++) {
      visit.run();
    }
  }
}
