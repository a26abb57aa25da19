package dev.graspd.server.git.objects;

import dev.graspd.core.repo.Oid;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectIdOwnerMap;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.util.RawParseUtils;

/**
 * Finds out which objects are here with all that they refer to. It looks at every object, and only
 * into packs that are sound: what the store holds for closed may not be so after a loss. For one
 * thread.
 */
final class Closure implements AutoCloseable {
  /** Objects that are looked at in all; what is not known by then counts as incomplete. */
  private static final int OBJECTS_MAX = 10_000_000;

  private static final byte[] TREE = Constants.encodeASCII("tree ");
  private static final byte[] PARENT = Constants.encodeASCII("parent ");
  private static final byte[] OBJECT = Constants.encodeASCII("object ");
  private static final byte[] TYPE = Constants.encodeASCII("type ");

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
    ObjectLoader object = open(id);
    return switch (object.getType()) {
      case Constants.OBJ_COMMIT -> commit(object.getBytes(), seen);
      case Constants.OBJ_TREE -> tree(object.getBytes(), seen);
      case Constants.OBJ_TAG -> tag(object.getBytes(), seen);
      default -> true;
    };
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

  private boolean commit(byte[] content, ObjectIdOwnerMap<Seen> seen) throws IOException {
    int at = RawParseUtils.match(content, 0, TREE);
    if (at < 0) {
      throw new CorruptObjectException("a commit without tree");
    }
    boolean isAllHere = reference(content, at, seen);
    int next = RawParseUtils.nextLF(content, at);
    for (int parent = RawParseUtils.match(content, next, PARENT);
        parent >= 0 && isAllHere;
        parent = RawParseUtils.match(content, next, PARENT)) {
      isAllHere = reference(content, parent, seen);
      next = RawParseUtils.nextLF(content, parent);
    }
    return isAllHere;
  }

  private boolean reference(byte[] content, int at, ObjectIdOwnerMap<Seen> seen)
      throws IOException {
    if (at + Constants.OBJECT_ID_STRING_LENGTH > content.length) {
      throw new CorruptObjectException("a reference that is cut off");
    }
    ObjectId id = ObjectId.fromString(content, at);
    boolean here = isHere(id);
    if (here) {
      follow(id, seen);
    }
    return here;
  }

  private boolean tag(byte[] content, ObjectIdOwnerMap<Seen> seen) throws IOException {
    int at = RawParseUtils.match(content, 0, OBJECT);
    if (at < 0 || RawParseUtils.match(content, RawParseUtils.nextLF(content, at), TYPE) < 0) {
      throw new CorruptObjectException("a tag of nothing");
    }
    return reference(content, at, seen);
  }

  private boolean tree(byte[] content, ObjectIdOwnerMap<Seen> seen) throws IOException {
    CanonicalTreeParser entries = new CanonicalTreeParser();
    entries.reset(content);
    for (; !entries.eof(); entries.next()) {
      int mode = entries.getEntryRawMode();
      ObjectId id = entries.getEntryObjectId();
      if (FileMode.GITLINK.equals(mode) || whole.contains(id) || seen.contains(id)) {
        continue;
      }
      if (!isHere(id)) {
        return false;
      }
      if (FileMode.TREE.equals(mode)) {
        follow(id, seen);
      } else {
        seen.add(new Seen(id));
        looks++;
      }
    }
    return true;
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
