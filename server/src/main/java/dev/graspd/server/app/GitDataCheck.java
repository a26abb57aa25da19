package dev.graspd.server.app;

import dev.graspd.core.store.PackRecord;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.PackInspector;
import dev.graspd.server.ops.StartRefused;
import java.util.List;

/**
 * Tells a disk that is not mounted from one that has lost something. With one that is not there
 * every pack would count as lost, all of it would be fetched anew into the empty directory, and
 * what no other server has would be said to be gone.
 */
final class GitDataCheck {
  private GitDataCheck() {}

  /**
   * Refuses a start that finds nothing of its git data.
   *
   * @param packs all that the store names
   * @param isLost whether the operator says that this is so
   */
  static void requireAny(List<PackRecord> packs, Layout git, boolean isLost) throws StartRefused {
    if (packs.isEmpty() || isLost || PackInspector.isAnyLeft(packs, git)) {
      return;
    }
    throw new StartRefused(
        "NGIT_GIT_DATA_PATH: nothing of %d packs is in %s. Is its disk mounted? If they are lost,"
                .formatted(packs.size(), git.root())
            + " restore a backup, or start once with NGIT_GIT_DATA_LOST=true, which has sought at"
            + " other servers what they have");
  }
}
