package dev.graspd.server.app.server;

import dev.graspd.core.store.PackRecord;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.PackInspector;
import dev.graspd.server.ops.StartRefused;
import java.util.stream.Stream;

/**
 * Distinguishes a disk that is not mounted from one that has lost data. With an unmounted disk
 * every pack would count as lost, the server would fetch all of them again into the empty
 * directory, and report objects that no other server has as lost.
 */
final class GitDataCheck {
  private GitDataCheck() {}

  /**
   * Refuses a start without any of its git data.
   *
   * @param count how many packs the store has
   * @param packs all of them, read only as far as needed
   * @param isLost whether the operator confirms the loss
   */
  static void requireAny(long count, Stream<PackRecord> packs, Layout git, boolean isLost)
      throws StartRefused {
    if (count == 0 || isLost || PackInspector.isAnyLeft(packs, git)) {
      return;
    }
    throw new StartRefused(
        "NGIT_GIT_DATA_PATH: nothing of %d packs is in %s. Is its disk mounted? If they are lost,"
                .formatted(count, git.root())
            + " restore a backup, or start once with NGIT_GIT_DATA_LOST=true, which has sought at"
            + " other servers what they have");
  }
}
