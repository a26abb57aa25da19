package dev.graspd.server.git.ingest.pack;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Walks the entries of a tree and finds the faults that git's fsck finds, in time that is linear in
 * the size of the tree for all names. For one thread.
 */
final class TreeWalk {
  private static final int MODE_DIGITS_MAX = 7;

  private final byte[] tree;
  private final boolean isExcused;
  private int position;
  private int mode;
  private int nameStart;
  private int nameEnd;

  /** Files whose names begin the current name: a directory of that name may still come. */
  private final Deque<int[]> prefixes = new ArrayDeque<>();

  private int previousMode;
  private int previousStart;
  private int previousEnd;

  /**
   * Stands before the first entry.
   *
   * @param isExcused whether to ignore faults that do not prevent reading
   */
  TreeWalk(byte[] tree, boolean isExcused) {
    this.tree = tree;
    this.isExcused = isExcused;
  }

  /** A fault, by its name in fsck. */
  static final class TreeFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final String messageId;

    TreeFault(String messageId) {
      super(messageId, null, false, false);
      this.messageId = messageId;
    }

    String messageId() {
      return messageId;
    }
  }

  /** Goes to the next entry; returns false at the end. */
  boolean next() throws TreeFault {
    if (position == tree.length) {
      return false;
    }
    boolean isFirst = position == 0;
    previousMode = mode;
    previousStart = nameStart;
    previousEnd = nameEnd;
    readMode();
    readName();
    position = nameEnd + 1 + Constants.OBJECT_ID_LENGTH;
    requireReadable(position <= tree.length, "badTree");
    if (!isFirst) {
      require(order() <= 0, "treeNotSorted");
    }
    requireNewName();
    return true;
  }

  private void readMode() throws TreeFault {
    int start = position;
    mode = 0;
    while (position < tree.length && tree[position] != ' ') {
      int digit = tree[position++] - '0';
      requireReadable(digit >= 0 && digit <= 7 && position - start <= MODE_DIGITS_MAX, "badTree");
      mode = mode << 3 | digit;
    }
    requireReadable(position < tree.length && position > start, "badTree");
    require(tree[start] != '0', "zeroPaddedFilemode");
    requireReadable(FileMode.fromBits(mode).getObjectType() != Constants.OBJ_BAD, "badFilemode");
  }

  private void readName() throws TreeFault {
    nameStart = ++position;
    while (position < tree.length && tree[position] != 0) {
      require(tree[position] != '/', "fullPathname");
      position++;
    }
    requireReadable(position < tree.length, "badTree");
    nameEnd = position;
    require(nameEnd > nameStart, "emptyName");
  }

  /** Compares the previous entry with this one as git sorts them: directories end with a slash. */
  private int order() {
    int length = Math.min(previousEnd - previousStart, nameEnd - nameStart);
    int mismatch =
        Arrays.mismatch(
            tree, previousStart, previousStart + length, tree, nameStart, nameStart + length);
    int at = mismatch < 0 ? length : mismatch;
    return Integer.compare(
        sortByte(previousStart + at, previousEnd, previousMode),
        sortByte(nameStart + at, nameEnd, mode));
  }

  private int sortByte(int at, int end, int ofMode) {
    if (at < end) {
      return tree[at] & 0xff;
    }
    return FileMode.TREE.equals(ofMode) ? '/' : 0;
  }

  private void requireNewName() throws TreeFault {
    require(!(previousEnd > 0 && isPrefix(previousStart, previousEnd, true)), "duplicateEntries");
    while (!prefixes.isEmpty() && !isPrefix(prefixes.getLast()[0], prefixes.getLast()[1], false)) {
      prefixes.removeLast();
    }
    require(
        prefixes.isEmpty() || !isPrefix(prefixes.getLast()[0], prefixes.getLast()[1], true),
        "duplicateEntries");
    if (!FileMode.TREE.equals(mode)) {
      prefixes.addLast(new int[] {nameStart, nameEnd});
    }
  }

  private boolean isPrefix(int start, int end, boolean whole) {
    int length = end - start;
    int ours = nameEnd - nameStart;
    return (whole ? length == ours : length <= ours)
        && Arrays.mismatch(tree, start, end, tree, nameStart, nameStart + length) < 0;
  }

  /** Ignores faults of an excused tree. */
  private void require(boolean condition, String messageId) throws TreeFault {
    if (!isExcused) {
      requireReadable(condition, messageId);
    }
  }

  /** Ignores no fault. */
  private static void requireReadable(boolean condition, String messageId) throws TreeFault {
    if (!condition) {
      throw new TreeFault(messageId);
    }
  }

  /** Requires a name that no file system mistakes; returns whether it is {@code .gitmodules}. */
  boolean requireGoodName() throws TreeFault {
    if (!FileNames.isSuspicious(tree, nameStart, nameEnd)) {
      return false;
    }
    String name = FileNames.decoded(tree, nameStart, nameEnd);
    require(!name.equals("."), "hasDot");
    require(!name.equals(".."), "hasDotdot");
    require(!FileNames.isDotGit(name), "hasDotgit");
    if (!FileNames.isGitmodules(name)) {
      return false;
    }
    require(!FileMode.SYMLINK.equals(mode), "gitmodulesSymlink");
    require(
        FileMode.REGULAR_FILE.equals(mode) || FileMode.EXECUTABLE_FILE.equals(mode),
        "gitmodulesBlob");
    return kind() == Constants.OBJ_BLOB;
  }

  ObjectId id() throws TreeFault {
    ObjectId id = ObjectId.fromRaw(tree, nameEnd + 1);
    require(!AnyObjectId.isEqual(id, ObjectId.zeroId()), "nullSha1");
    return id;
  }

  /** Returns the kind of the entry; a commit belongs to another repository. */
  int kind() {
    return FileMode.fromBits(mode).getObjectType();
  }
}
