package dev.graspd.server.git.serve.pack;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.git.objects.ObjectStores;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.pack.PackExt;

/** Estimates the heap for computing a pack. */
public final class PackCost {
  /**
   * JGit's heap for one object while it computes a pack: the object of the walk, that of the pack,
   * and places in maps and lists. Measured: a clone of 800,000 objects needs 165 MiB.
   */
  static final long OBJECT_BYTES = 256;

  /** The head of an index, its table of first bytes and its checksums; each object has a row. */
  private static final long INDEX_HEAD_BYTES = 8 + 4 * 256 + 2 * 20;

  private static final long INDEX_ROW_BYTES = 20 + 4 + 4;

  private PackCost() {}

  /** Returns the heap for a pack of a whole family, from the sizes of its indexes. */
  public static long ofAll(ObjectStores stores, Identifier family) {
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
