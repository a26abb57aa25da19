package dev.graspd.server.git.download;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.browse.Budget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

/** Writes the tree of a commit as a file to download. The same commit gives the same bytes. */
public record Downloads(ObjectReader reader) {
  private static final String EXPORT_IGNORE = "export-ignore";
  private static final int SYMLINK_BYTES_MAX = 1 << 16;

  /** Attributes of a directory, and how long the path to it is. */
  private record Rules(int pathLength, List<AttributesRule> rules) {}

  /**
   * Writes a tar file.
   *
   * @param prefix the directory of everything in it, with a slash at its end
   * @param bytes limits the content of all files, in steps
   * @return false if the budget was too small: the file is cut
   */
  public boolean tar(Oid commit, String prefix, OutputStream out, Budget bytes) throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      RevCommit tip = walk.parseCommit(ObjectId.fromString(commit.hex()));
      TarWriter tar = new TarWriter(out, tip.getCommitTime());
      tar.comment(commit.hex());
      byte[] root = prefix.getBytes(StandardCharsets.UTF_8);
      tar.directory(root, tip.getTree().name());
      boolean isWhole = write(tar, tip.getTree(), root, root.length, new ArrayList<>(), bytes);
      if (isWhole) {
        tar.end();
      }
      return isWhole;
    }
  }

  private boolean write(
      TarWriter tar, ObjectId tree, byte[] path, int prefix, List<Rules> outer, Budget bytes)
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
      if (!bytes.step() || !write(tar, at.getEntryObjectId(), mode, name, prefix, rules, bytes)) {
        return false;
      }
    }
    return true;
  }

  private boolean write(
      TarWriter tar,
      ObjectId id,
      FileMode mode,
      byte[] name,
      int prefix,
      List<Rules> rules,
      Budget bytes)
      throws IOException {
    if (mode.equals(FileMode.TREE)) {
      tar.directory(name, id.name());
      return write(tar, id, name, prefix, rules, bytes);
    }
    if (mode.equals(FileMode.GITLINK)) {
      tar.directory(name, id.name());
      return true;
    }
    ObjectLoader content = reader.open(id, Constants.OBJ_BLOB);
    if (!bytes.steps(content.getSize())) {
      return false;
    }
    if (mode.equals(FileMode.SYMLINK)) {
      tar.symlink(name, content.getCachedBytes(SYMLINK_BYTES_MAX), id.name());
      return true;
    }
    try (InputStream in = content.openStream()) {
      boolean isExecutable = mode.equals(FileMode.EXECUTABLE_FILE);
      tar.file(name, isExecutable, id.name(), content.getSize(), in);
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
