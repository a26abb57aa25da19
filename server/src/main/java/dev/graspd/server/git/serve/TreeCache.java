package dev.graspd.server.git.serve;

import dev.graspd.core.repo.Identifier;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Directories that fetches have read, kept for the next fetch: those that were used last, up to so
 * many bytes. Whoever fetches one commit makes the server read every directory of its parent, and
 * after a push many fetch the same commit. Thread-safe.
 */
final class TreeCache {
  /** About what it takes to find a tree, beside its own bytes. */
  private static final int ENTRY_BYTES = 200;

  /** One fetch, or one tree, takes at most this part of the whole. */
  private static final int ONE_FETCH_PART = 8;

  private record Key(Identifier family, ObjectId tree) {}

  private final long bytesMax;

  /** In the order of their last use. */
  private final Map<Key, byte[]> trees = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;

  TreeCache(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** One fetch's use of the cache. Used by one thread. */
  final class Use {
    private final Identifier family;
    private long left = bytesMax / ONE_FETCH_PART;

    private Use(Identifier family) {
      this.family = family;
    }

    /** Returns a tree's content, which nobody may change. */
    byte @Nullable [] find(AnyObjectId tree) {
      return TreeCache.this.find(new Key(family, tree.toObjectId()));
    }

    /** Returns whether a tree of so many bytes may be kept, which then counts. */
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

  /** Forgets what was read of a family: something was removed from it. */
  synchronized void forget(Identifier family) {
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
  synchronized long bytes() {
    return bytes;
  }
}
