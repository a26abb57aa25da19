package dev.graspd.server.git.serve;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.git.objects.ObjectStores;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.pack.PackExt;

/** How much heap it takes to compute a pack. */
final class PackCost {
  /**
   * What JGit keeps of one object while it computes a pack: the object as it is walked, as it is
   * packed, and its places in maps and lists. Measured: a clone of 800,000 objects needs 165 MiB.
   */
  static final long OBJECT_BYTES = 256;

  /** An index's head, table of first bytes and checksums; after that comes a row an object. */
  private static final long INDEX_HEAD_BYTES = 8 + 4 * 256 + 2 * 20;

  private static final long INDEX_ROW_BYTES = 20 + 4 + 4;

  private PackCost() {}

  /** Returns what a pack of everything in a family takes; the sizes of its indexes tell. */
  static long ofAll(ObjectStores stores, Identifier family) {
    try (ObjectStores.Lease lease = stores.lease(family)) {
      long objects = 0;
      for (Pack pack : lease.packs()) {
        long bytes = pack.getPackFile().create(PackExt.INDEX).length();
        objects += Math.max(1, (bytes - INDEX_HEAD_BYTES) / INDEX_ROW_BYTES);
      }
      return objects * OBJECT_BYTES;
    }
  }
}
