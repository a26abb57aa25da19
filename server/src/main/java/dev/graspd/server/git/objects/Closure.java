package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Oid;
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
import org.eclipse.jgit.lib.ObjectIdOwnerMap;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;

/**
 * Finds out which objects are here with all that they refer to. It looks at every object, and only
 * into packs that are sound: what the store holds for closed may not be so after a loss. For one
 * thread.
 */
final class Closure implements AutoCloseable {
  /** Objects that are looked at in all; what is not known by then counts as incomplete. */
  private static final int OBJECTS_MAX = 10_000_000;

  private static final class Seen extends ObjectIdOwnerMap.Entry {
    private static final long serialVersionUID = 1L;

    Seen(AnyObjectId id) {
      super(id);
    }
  }

  private final List<ObjectReader> readers = new ArrayList<>();
  private final List<Pack> sound = new ArrayList<>();
  private final ObjectIdOwnerMap<Seen> whole = new ObjectIdOwnerMap<>();
  private final Deque<ObjectId> open = new ArrayDeque<>();
  private int looks;

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

  /** Returns those of these objects that are whole. */
  SortedSet<Oid> whole(SortedSet<Oid> tips) {
    SortedSet<Oid> found = new TreeSet<>();
    for (Oid tip : tips) {
      if (isWhole(ObjectId.fromString(tip.hex()))) {
        found.add(tip);
      }
    }
    return found;
  }

  private boolean isWhole(ObjectId tip) {
    if (whole.contains(tip)) {
      return true;
    }
    ObjectIdOwnerMap<Seen> seen = new ObjectIdOwnerMap<>();
    open.clear();
    try {
      if (!isHere(tip)) {
        return false;
      }
      follow(tip, seen);
      while (!open.isEmpty()) {
        if (++looks > OBJECTS_MAX || !followAll(open.pop(), seen)) {
          return false;
        }
      }
    } catch (IOException e) {
      // What cannot be read is not here.
      return false;
    }
    seen.forEach(one -> whole.addIfAbsent(new Seen(one)));
    return true;
  }

  private void follow(AnyObjectId id, ObjectIdOwnerMap<Seen> seen) {
    if (!whole.contains(id) && !seen.contains(id)) {
      seen.add(new Seen(id));
      open.push(id.toObjectId());
    }
  }

  /** Follows all references of an object; returns whether all of them are here. */
  private boolean followAll(ObjectId id, ObjectIdOwnerMap<Seen> seen) throws IOException {
    return Links.read(open(id), (to, isBlob) -> reference(to, isBlob, seen));
  }

  private boolean reference(ObjectId id, boolean isBlob, ObjectIdOwnerMap<Seen> seen)
      throws IOException {
    if (whole.contains(id) || seen.contains(id)) {
      return true;
    }
    if (!isHere(id)) {
      return false;
    }
    if (isBlob) {
      seen.add(new Seen(id));
      looks++;
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
        // The next one may have it.
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
