package dev.graspd.server.git.serve.pack;

import dev.graspd.core.repo.Identifier;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Trees that fetches have read, kept for the next fetch: the last used ones, up to a limit in
 * bytes. A fetch of one commit reads every tree of its parent, and after a push many clients fetch
 * the same commit. Thread-safe.
 */
public final class TreeCache {
  /** The heap of an entry beside the tree's bytes, about. */
  private static final int ENTRY_BYTES = 200;

  /** One fetch, or one tree, takes at most this part of the whole. */
  private static final int ONE_FETCH_PART = 8;

  private record Key(Identifier family, ObjectId tree) {}

  private final long bytesMax;

  /** In the order of their last use. */
  private final Map<Key, byte[]> trees = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;

  public TreeCache(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** One fetch's use of the cache. Used by one thread. */
  final class Use {
    private final Identifier family;
    private long left = bytesMax / ONE_FETCH_PART;

    private Use(Identifier family) {
      this.family = family;
    }

    /** Returns a tree's content; read-only. */
    byte @Nullable [] find(AnyObjectId tree) {
      return TreeCache.this.find(new Key(family, tree.toObjectId()));
    }

    /** Reserves bytes for a tree; returns false if this fetch has none left. */
    boolean mayKeep(long size) {
      if (size + ENTRY_BYTES > left) {
        return false;
      }
      left -= size + ENTRY_BYTES;
      return true;
    }

    void keep(AnyObjectId tree, byte[] content) {
      TreeCache.this.keep(new Key(family, tree.toObjectId()), content);
    }
  }

  Use of(Identifier family) {
    return new Use(family);
  }

  private synchronized byte @Nullable [] find(Key key) {
    return trees.get(key);
  }

  private synchronized void keep(Key key, byte[] content) {
    if (trees.putIfAbsent(key, content) != null) {
      return;
    }
    bytes += content.length + ENTRY_BYTES;
    Iterator<byte[]> eldest = trees.values().iterator();
    while (bytes > bytesMax) {
      bytes -= eldest.next().length + ENTRY_BYTES;
      eldest.remove();
    }
  }

  /** Removes the trees of a family that has lost objects. */
  public synchronized void forget(Identifier family) {
    trees
        .entrySet()
        .removeIf(entry -> {
          boolean isOfFamily = entry.getKey().family().equals(family);
          if (isOfFamily) {
            bytes -= entry.getValue().length + ENTRY_BYTES;
          }
          return isOfFamily;
        });
  }

  /** Returns how many bytes are kept. */
  public synchronized long bytes() {
    return bytes;
  }
}
