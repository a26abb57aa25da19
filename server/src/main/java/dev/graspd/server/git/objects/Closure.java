package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/**
 * Finds objects that are here together with everything that they refer to. It visits every object,
 * and only in sound packs: after a loss, the store may have gaps. For one thread.
 */
final class Closure implements AutoCloseable {
  /** The most objects to visit; beyond that, a tip counts as incomplete. */
  private static final int OBJECTS_MAX = 10_000_000;

  private final List<ObjectReader> readers = new ArrayList<>();
  private final List<Pack> sound = new ArrayList<>();
  private final ObjectIds whole = new ObjectIds();
  private final Deque<ObjectId> open = new ArrayDeque<>();
  private int visited;

  /**
   * Opens readers.
   *
   * @param without names of packs that do not count
   */
  Closure(List<ObjectDirectory> directories, SortedSet<String> without) {
    for (ObjectDirectory directory : directories) {
      readers.add(directory.newReader());
      directory.getPacks().stream()
          .filter(pack -> !without.contains(PackedObjects.nameOf(pack)))
          .forEach(sound::add);
    }
  }

  /** Returns the complete tips among these. */
  SortedSet<Oid> whole(SortedSet<Oid> tips) {
    SortedSet<Oid> found = new TreeSet<>();
    for (Oid tip : tips) {
      if (isWhole(JgitIds.of(tip))) {
        found.add(tip);
      }
    }
    return found;
  }

  private boolean isWhole(ObjectId tip) {
    if (whole.contains(tip)) {
      return true;
    }
    ObjectIds seen = new ObjectIds();
    open.clear();
    try {
      if (!isHere(tip)) {
        return false;
      }
      follow(tip, seen);
      while (!open.isEmpty()) {
        if (++visited > OBJECTS_MAX || !followAll(open.pop(), seen)) {
          return false;
        }
      }
    } catch (IOException e) {
      // An unreadable object counts as missing.
      return false;
    }
    whole.addAll(seen);
    return true;
  }

  private void follow(AnyObjectId id, ObjectIds seen) {
    if (!whole.contains(id) && seen.add(id)) {
      open.push(id.toObjectId());
    }
  }

  /** Follows all references of an object; returns whether all of them are here. */
  private boolean followAll(ObjectId id, ObjectIds seen) throws IOException {
    return PackLinks.read(open(id), (to, isBlob) -> reference(to, isBlob, seen));
  }

  private boolean reference(ObjectId id, boolean isBlob, ObjectIds seen) throws IOException {
    if (whole.contains(id) || seen.contains(id)) {
      return true;
    }
    if (!isHere(id)) {
      return false;
    }
    if (isBlob) {
      seen.add(id);
      visited++;
    } else {
      follow(id, seen);
    }
    return true;
  }

  private ObjectLoader open(ObjectId id) throws IOException {
    for (ObjectReader reader : readers) {
      try {
        return reader.open(id);
      } catch (MissingObjectException e) {
        // The next reader may have it.
      }
    }
    throw new MissingObjectException(id, Constants.TYPE_BLOB);
  }

  private boolean isHere(AnyObjectId id) throws IOException {
    for (Pack pack : sound) {
      if (pack.hasObject(id)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    readers.forEach(ObjectReader::close);
  }
}
