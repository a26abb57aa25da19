package dev.graspd.server.git.objects;

import java.io.IOException;
import java.util.function.Predicate;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackIndex;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.util.RawParseUtils;

/** Reads the references of objects, except links to other repositories. */
final class PackLinks {
  private static final byte[] TREE = Constants.encodeASCII("tree ");
  private static final byte[] PARENT = Constants.encodeASCII("parent ");
  private static final byte[] OBJECT = Constants.encodeASCII("object ");
  private static final byte[] TYPE = Constants.encodeASCII("type ");

  /** JGit inflates objects up to this size to learn their kind. */
  private static final int KIND_ONLY = 1;

  /** Receives references. */
  interface Follower {
    /**
     * Takes a reference.
     *
     * @param isBlob whether the object is a blob for certain, without references of its own
     * @return whether to continue
     */
    boolean follow(ObjectId id, boolean isBlob) throws IOException;
  }

  private PackLinks() {}

  /** Reads references until the follower stops; returns whether it took all of them. */
  static boolean read(ObjectLoader object, Follower follower) throws IOException {
    return switch (object.getType()) {
      case Constants.OBJ_COMMIT -> commit(object.getBytes(), follower);
      case Constants.OBJ_TREE -> tree(object.getBytes(), follower);
      case Constants.OBJ_TAG -> tag(object.getBytes(), follower);
      default -> true;
    };
  }

  /** Returns whether all references of the objects in some packs satisfy a condition. */
  static boolean areAll(
      ObjectDirectory objects, Predicate<Pack> packs, Predicate<AnyObjectId> isPresent)
      throws IOException {
    try (ObjectReader reader = objects.newReader();
        ObjectReader kinds = objects.newReader()) {
      kinds.setStreamFileThreshold(KIND_ONLY);
      for (Pack pack : objects.getPacks()) {
        if (packs.test(pack) && !areAll(pack, kinds, reader, isPresent)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean areAll(
      Pack pack, ObjectReader kinds, ObjectReader reader, Predicate<AnyObjectId> isPresent)
      throws IOException {
    for (PackIndex.MutableEntry entry : pack) {
      ObjectId id = entry.toObjectId();
      if (kinds.open(id).getType() != Constants.OBJ_BLOB
          && !read(reader.open(id), (to, _) -> isPresent.test(to))) {
        return false;
      }
    }
    return true;
  }

  private static boolean commit(byte[] content, Follower follower) throws IOException {
    int at = RawParseUtils.match(content, 0, TREE);
    if (at < 0) {
      throw new CorruptObjectException("a commit without tree");
    }
    boolean continues = follower.follow(id(content, at), false);
    int next = RawParseUtils.nextLF(content, at);
    for (int parent = RawParseUtils.match(content, next, PARENT);
        parent >= 0 && continues;
        parent = RawParseUtils.match(content, next, PARENT)) {
      continues = follower.follow(id(content, parent), false);
      next = RawParseUtils.nextLF(content, parent);
    }
    return continues;
  }

  private static boolean tag(byte[] content, Follower follower) throws IOException {
    int at = RawParseUtils.match(content, 0, OBJECT);
    if (at < 0 || RawParseUtils.match(content, RawParseUtils.nextLF(content, at), TYPE) < 0) {
      throw new CorruptObjectException("a tag of nothing");
    }
    return follower.follow(id(content, at), false);
  }

  private static ObjectId id(byte[] content, int at) throws IOException {
    if (at + Constants.OBJECT_ID_STRING_LENGTH > content.length) {
      throw new CorruptObjectException("a reference that is cut off");
    }
    return ObjectId.fromString(content, at);
  }

  private static boolean tree(byte[] content, Follower follower) throws IOException {
    CanonicalTreeParser entries = new CanonicalTreeParser();
    entries.reset(content);
    for (; !entries.eof(); entries.next()) {
      int mode = entries.getEntryRawMode();
      if (!FileMode.GITLINK.equals(mode)
          && !follower.follow(entries.getEntryObjectId(), !FileMode.TREE.equals(mode))) {
        return false;
      }
    }
    return true;
  }
}
