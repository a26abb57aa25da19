package dev.graspd.server.git.download;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.attributes.Attribute;
import org.eclipse.jgit.attributes.Attribute.State;
import org.eclipse.jgit.attributes.AttributesRule;

/** The attributes of a directory and of those around it, as the tree itself has them. */
final class TreeAttributes {
  private static final String MACRO = "[attr]";

  /** The macro that git has without being told. */
  private static final Map<String, List<Attribute>> BUILT_IN =
      Map.of(
          "binary",
          List.of(
              new Attribute("diff", State.UNSET),
              new Attribute("merge", State.UNSET),
              new Attribute("text", State.UNSET)));

  /** Rules of all directories from the root to one: those of a directory beyond it do not count. */
  private static final int RULES_MAX = 10_000;

  /** A macro may name others, which may name others: so often. */
  private static final int MACROS_NESTED_MAX = 16;

  /** Those of one directory, and how long the path to it is. */
  private record Directory(int pathLength, List<AttributesRule> rules) {}

  private final Map<String, List<Attribute>> macros;
  private final List<Directory> directories;

  private TreeAttributes(Map<String, List<Attribute>> macros, List<Directory> directories) {
    this.macros = macros;
    this.directories = directories;
  }

  static TreeAttributes none() {
    return new TreeAttributes(BUILT_IN, List.of());
  }

  /** Returns those of a directory in this one; only the outermost may define macros. */
  TreeAttributes with(int pathLength, List<AttributesRule> rules) {
    if (ruleCount() + rules.size() > RULES_MAX) {
      return this;
    }
    Map<String, List<Attribute>> known = directories.isEmpty() ? new HashMap<>(macros) : macros;
    List<AttributesRule> own = new ArrayList<>();
    for (AttributesRule rule : rules) {
      if (!rule.getPattern().startsWith(MACRO)) {
        own.add(rule);
      } else if (directories.isEmpty()) {
        known.put(rule.getPattern().substring(MACRO.length()), rule.getAttributes());
      }
    }
    List<Directory> more = new ArrayList<>(directories);
    more.add(new Directory(pathLength, own));
    return new TreeAttributes(known, more);
  }

  /** Returns how many rules an entry is compared with. */
  int ruleCount() {
    return directories.stream().mapToInt(directory -> directory.rules.size()).sum();
  }

  /** Returns what is said of an entry, whose name is a path with a slash behind a directory. */
  EntryAttributes of(byte[] name, boolean isDirectory) {
    Map<String, Attribute> found = new HashMap<>();
    // The innermost directory wins, and within one the last rule.
    for (Directory directory : directories.reversed()) {
      int end = isDirectory ? name.length - 1 : name.length;
      String path =
          new String(
              name, directory.pathLength, end - directory.pathLength, StandardCharsets.UTF_8);
      for (AttributesRule rule : directory.rules.reversed()) {
        if (rule.isMatch(path, isDirectory)) {
          add(found, rule.getAttributes(), MACROS_NESTED_MAX);
        }
      }
    }
    return new EntryAttributes(found);
  }

  private void add(Map<String, Attribute> found, List<Attribute> attributes, int nestedMax) {
    for (Attribute attribute : attributes.reversed()) {
      boolean isNew = found.putIfAbsent(attribute.getKey(), attribute) == null;
      if (isNew && attribute.getState() == State.SET && nestedMax > 0) {
        add(found, macros.getOrDefault(attribute.getKey(), List.of()), nestedMax - 1);
      }
    }
  }
}
