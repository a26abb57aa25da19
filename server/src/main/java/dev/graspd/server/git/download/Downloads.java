package dev.graspd.server.git.download;

import com.jcraft.jzlib.Deflater;
import com.jcraft.jzlib.GZIPOutputStream;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.QuestionBudget;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.eclipse.jgit.attributes.AttributesNode;
import org.eclipse.jgit.attributes.AttributesRule;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.treewalk.TreeWalk;

/** Writes the tree of a commit as a file to download. The same commit gives the same bytes. */
public record Downloads(ObjectReader reader) {
  private static final int SYMLINK_BYTES_MAX = 1 << 16;
  private static final int LEVEL = 6;

  /** JZlib adds the header of gzip, without time and name, to a stream of so many bits. */
  private static final int WINDOW_BITS_AND_GZIP = 15 + 16;

  private static final int BUFFER = 8 << 10;

  /** A larger file is not changed by attributes: all of it would be in memory. */
  private static final int CHANGED_BYTES_MAX = 1 << 20;

  /** A larger file of attributes counts as none. */
  private static final long ATTRIBUTES_BYTES_MAX = 1L << 20;

  /** A tree with more directories in each other is no download. */
  private static final int DEPTH_MAX = 1_000;

  /** What it costs to compare an entry with a rule, in bytes of content. */
  private static final int RULE_STEPS = 16;

  /** One download: where it goes, what its files may say of the commit, and its limit. */
  private record Writing(TreeFile file, CommitFormat format, QuestionBudget bytes) {}

  /** Returns downloads of what a reader reads, until that is closed. */
  public static Downloads of(CodeReader code) {
    return new Downloads(code.objects());
  }

  /** The formats of a download. */
  public enum Format {
    TAR,
    TAR_GZ,
    ZIP
  }

  /**
   * Writes a tree.
   *
   * @param prefix the directory of everything in it, with a slash at its end
   * @param bytes limits the content of all files, in steps
   * @return false if the budget was too small: the file is cut
   */
  public boolean write(
      Oid commit, Format format, String prefix, OutputStream out, QuestionBudget bytes)
      throws IOException {
    if (format != Format.TAR_GZ) {
      return write(commit, format == Format.ZIP, prefix, out, bytes);
    }
    GZIPOutputStream packed =
        new GZIPOutputStream(out, new Deflater(LEVEL, WINDOW_BITS_AND_GZIP), BUFFER, false);
    boolean isWhole = write(commit, false, prefix, packed, bytes);
    if (isWhole) {
      packed.finish();
      out.flush();
    }
    return isWhole;
  }

  private boolean write(
      Oid commit, boolean isZip, String prefix, OutputStream out, QuestionBudget bytes)
      throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      RevCommit tip = walk.parseCommit(JgitIds.of(commit));
      int seconds = tip.getCommitTime();
      TreeFile file = isZip ? new ZipWriter(out, seconds) : new TarWriter(out, seconds);
      file.begin(commit.hex());
      byte[] root = prefix.getBytes(StandardCharsets.UTF_8);
      file.directory(root, tip.getTree().name());
      Writing writing =
          new Writing(file, new CommitFormat(commit.hex(), tip.getRawBuffer()), bytes);
      boolean isWhole = write(writing, tip.getTree(), root, TreeAttributes.none());
      if (isWhole) {
        file.end();
      }
      return isWhole;
    }
  }

  /**
   * Returns the size of all files of a tree; empty if it does not fit into a budget of bytes, or is
   * too deep.
   */
  public OptionalLong contentBytes(Oid commit, QuestionBudget bytes) throws IOException {
    long sum = 0;
    try (RevWalk walk = new RevWalk(reader);
        TreeWalk files = new TreeWalk(reader)) {
      files.addTree(walk.parseCommit(JgitIds.of(commit)).getTree());
      files.setRecursive(true);
      while (files.next()) {
        boolean isContent = !files.getFileMode(0).equals(FileMode.GITLINK);
        long size = isContent ? reader.getObjectSize(files.getObjectId(0), Constants.OBJ_BLOB) : 0;
        if (files.getDepth() > DEPTH_MAX || !bytes.steps(1 + size)) {
          return OptionalLong.empty();
        }
        sum += size;
      }
      return OptionalLong.of(sum);
    }
  }

  private boolean write(Writing writing, ObjectId tree, byte[] path, TreeAttributes outer)
      throws IOException {
    TreeAttributes attributes =
        attributes(tree).map(own -> outer.with(path.length, own)).orElse(outer);
    long steps = 1 + (long) attributes.ruleCount() * RULE_STEPS;
    CanonicalTreeParser at = new CanonicalTreeParser();
    for (at.reset(reader, tree); !at.eof(); at.next(1)) {
      FileMode mode = at.getEntryFileMode();
      boolean isDirectory = mode.equals(FileMode.TREE) || mode.equals(FileMode.GITLINK);
      byte[] name = joined(path, at, isDirectory);
      if (!writing.bytes.steps(steps)) {
        return false;
      }
      EntryAttributes own = attributes.of(name, isDirectory);
      if (own.isIgnored()) {
        continue;
      }
      ObjectId id = at.getEntryObjectId();
      boolean isWhole =
          isDirectory
              ? directory(writing, id, mode, name, attributes)
              : file(writing, id, mode, name, own);
      if (!isWhole) {
        return false;
      }
    }
    return true;
  }

  private boolean directory(
      Writing writing, ObjectId id, FileMode mode, byte[] name, TreeAttributes attributes)
      throws IOException {
    writing.file.directory(name, id.name());
    return mode.equals(FileMode.GITLINK) || write(writing, id, name, attributes);
  }

  private boolean file(
      Writing writing, ObjectId id, FileMode mode, byte[] name, EntryAttributes attributes)
      throws IOException {
    ObjectLoader content = reader.open(id, Constants.OBJ_BLOB);
    if (!writing.bytes.steps(content.getSize())) {
      return false;
    }
    if (mode.equals(FileMode.SYMLINK)) {
      writing.file.symlink(name, content.getCachedBytes(SYMLINK_BYTES_MAX), id.name());
      return true;
    }
    boolean isExecutable = mode.equals(FileMode.EXECUTABLE_FILE);
    if (attributes.isChanged() && content.getSize() <= CHANGED_BYTES_MAX) {
      byte[] changed =
          ExportedText.of(
              content.getCachedBytes(CHANGED_BYTES_MAX), attributes, id.name(), writing.format::of);
      writing.file.file(
          name, isExecutable, id.name(), changed.length, new ByteArrayInputStream(changed));
      return true;
    }
    try (InputStream in = content.openStream()) {
      writing.file.file(name, isExecutable, id.name(), content.getSize(), in);
    }
    return true;
  }

  private static byte[] joined(byte[] path, CanonicalTreeParser at, boolean isDirectory) {
    byte[] name = new byte[at.getNameLength()];
    at.getName(name, 0);
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.writeBytes(path);
    joined.writeBytes(name);
    if (isDirectory) {
      joined.write('/');
    }
    return joined.toByteArray();
  }

  private Optional<List<AttributesRule>> attributes(ObjectId tree) throws IOException {
    CanonicalTreeParser at = new CanonicalTreeParser();
    for (at.reset(reader, tree); !at.eof(); at.next(1)) {
      boolean isFile = (at.getEntryRawMode() & FileMode.TYPE_MASK) == FileMode.TYPE_FILE;
      if (isFile && at.getEntryPathString().equals(Constants.DOT_GIT_ATTRIBUTES)) {
        ObjectLoader file = reader.open(at.getEntryObjectId(), Constants.OBJ_BLOB);
        return file.getSize() > ATTRIBUTES_BYTES_MAX ? Optional.empty() : Optional.of(rules(file));
      }
    }
    return Optional.empty();
  }

  private static List<AttributesRule> rules(ObjectLoader file) throws IOException {
    AttributesNode node = new AttributesNode();
    try (InputStream in = file.openStream()) {
      node.parse(in);
    }
    return node.getRules();
  }
}
