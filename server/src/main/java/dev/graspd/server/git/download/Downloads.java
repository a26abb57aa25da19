package dev.graspd.server.git.download;

import com.jcraft.jzlib.Deflater;
import com.jcraft.jzlib.GZIPOutputStream;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.browse.Budget;
import dev.graspd.server.git.browse.CodeReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.eclipse.jgit.attributes.Attribute;
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
  private static final String EXPORT_IGNORE = "export-ignore";
  private static final int SYMLINK_BYTES_MAX = 1 << 16;
  private static final int LEVEL = 6;

  /** JZlib adds the header of gzip, without time and name, to a stream of so many bits. */
  private static final int WINDOW_BITS_AND_GZIP = 15 + 16;

  private static final int BUFFER = 8 << 10;

  /** Attributes of a directory, and how long the path to it is. */
  private record Rules(int pathLength, List<AttributesRule> rules) {}

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
  public boolean write(Oid commit, Format format, String prefix, OutputStream out, Budget bytes)
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

  private boolean write(Oid commit, boolean isZip, String prefix, OutputStream out, Budget bytes)
      throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      RevCommit tip = walk.parseCommit(JgitIds.of(commit));
      int seconds = tip.getCommitTime();
      TreeFile file = isZip ? new ZipWriter(out, seconds) : new TarWriter(out, seconds);
      file.begin(commit.hex());
      byte[] root = prefix.getBytes(StandardCharsets.UTF_8);
      file.directory(root, tip.getTree().name());
      boolean isWhole = write(file, tip.getTree(), root, root.length, new ArrayList<>(), bytes);
      if (isWhole) {
        file.end();
      }
      return isWhole;
    }
  }

  /** Returns the size of all files of a tree; empty if it does not fit into a budget of bytes. */
  public OptionalLong contentBytes(Oid commit, Budget bytes) throws IOException {
    long sum = 0;
    try (RevWalk walk = new RevWalk(reader);
        TreeWalk files = new TreeWalk(reader)) {
      files.addTree(walk.parseCommit(JgitIds.of(commit)).getTree());
      files.setRecursive(true);
      while (files.next()) {
        boolean isContent = !files.getFileMode(0).equals(FileMode.GITLINK);
        long size = isContent ? reader.getObjectSize(files.getObjectId(0), Constants.OBJ_BLOB) : 0;
        if (!bytes.steps(1 + size)) {
          return OptionalLong.empty();
        }
        sum += size;
      }
      return OptionalLong.of(sum);
    }
  }

  private boolean write(
      TreeFile file, ObjectId tree, byte[] path, int prefix, List<Rules> outer, Budget bytes)
      throws IOException {
    List<Rules> rules = new ArrayList<>(outer);
    attributes(tree).ifPresent(own -> rules.add(new Rules(path.length, own)));
    CanonicalTreeParser at = new CanonicalTreeParser();
    for (at.reset(reader, tree); !at.eof(); at.next(1)) {
      FileMode mode = at.getEntryFileMode();
      boolean isDirectory = mode.equals(FileMode.TREE) || mode.equals(FileMode.GITLINK);
      byte[] name = joined(path, at, isDirectory);
      if (isIgnored(name, isDirectory, rules)) {
        continue;
      }
      if (!bytes.step() || !write(file, at.getEntryObjectId(), mode, name, prefix, rules, bytes)) {
        return false;
      }
    }
    return true;
  }

  private boolean write(
      TreeFile file,
      ObjectId id,
      FileMode mode,
      byte[] name,
      int prefix,
      List<Rules> rules,
      Budget bytes)
      throws IOException {
    if (mode.equals(FileMode.TREE)) {
      file.directory(name, id.name());
      return write(file, id, name, prefix, rules, bytes);
    }
    if (mode.equals(FileMode.GITLINK)) {
      file.directory(name, id.name());
      return true;
    }
    ObjectLoader content = reader.open(id, Constants.OBJ_BLOB);
    if (!bytes.steps(content.getSize())) {
      return false;
    }
    if (mode.equals(FileMode.SYMLINK)) {
      file.symlink(name, content.getCachedBytes(SYMLINK_BYTES_MAX), id.name());
      return true;
    }
    try (InputStream in = content.openStream()) {
      boolean isExecutable = mode.equals(FileMode.EXECUTABLE_FILE);
      file.file(name, isExecutable, id.name(), content.getSize(), in);
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
        AttributesNode node = new AttributesNode();
        try (InputStream in = reader.open(at.getEntryObjectId()).openStream()) {
          node.parse(in);
        }
        return Optional.of(node.getRules());
      }
    }
    return Optional.empty();
  }

  /** The rules of the innermost directory win, and within one the last. */
  private static boolean isIgnored(byte[] name, boolean isDirectory, List<Rules> rules) {
    for (Rules directory : rules.reversed()) {
      int end = isDirectory ? name.length - 1 : name.length;
      String path =
          new String(
              name, directory.pathLength, end - directory.pathLength, StandardCharsets.UTF_8);
      for (AttributesRule rule : directory.rules.reversed()) {
        Optional<Attribute.State> state =
            rule.isMatch(path, isDirectory) ? stateIn(rule) : Optional.empty();
        if (state.isPresent()) {
          return state.get() == Attribute.State.SET;
        }
      }
    }
    return false;
  }

  private static Optional<Attribute.State> stateIn(AttributesRule rule) {
    return rule.getAttributes().reversed().stream()
        .filter(attribute -> attribute.getKey().equals(EXPORT_IGNORE))
        .map(Attribute::getState)
        .findFirst();
  }
}
