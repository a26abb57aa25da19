package dev.graspd.core.tree;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A path below the root of a tree; the root itself has no names. */
public record TreePath(List<TreeName> names) {
  public static final TreePath ROOT = new TreePath(List.of());

  public TreePath {
    names = List.copyOf(names);
  }

  /** Returns the path that a text with slashes writes. */
  public static TreePath of(String text) {
    return new TreePath(List.of(text.split("/", -1)).stream().map(TreeName::of).toList());
  }

  /** Returns the path that bytes with slashes write. */
  public static TreePath of(byte[] bytes) {
    String latin1 = new String(bytes, StandardCharsets.ISO_8859_1);
    return new TreePath(List.of(latin1.split("/", -1)).stream().map(TreeName::new).toList());
  }

  public boolean isRoot() {
    return names.isEmpty();
  }

  public TreePath child(TreeName name) {
    List<TreeName> longer = new ArrayList<>(names);
    longer.add(name);
    return new TreePath(longer);
  }

  /** Returns where a path leads from this directory. */
  public TreePath below(TreePath path) {
    List<TreeName> longer = new ArrayList<>(names);
    longer.addAll(path.names);
    return new TreePath(longer);
  }

  /** Returns the directory that this is in; the root is in itself. */
  public TreePath parent() {
    return isRoot() ? this : new TreePath(names.subList(0, names.size() - 1));
  }

  /**
   * Follows a relative path from this directory; {@code .} and {@code ..} mean what they usually
   * do. Empty if the path leaves the tree, or has a name that no tree has.
   *
   * @param latin1 one character for each byte, with slashes
   */
  public Optional<TreePath> follow(String latin1) {
    List<TreeName> at = new ArrayList<>(names);
    for (String step : latin1.split("/", -1)) {
      if (step.equals("..") && !at.isEmpty()) {
        at.removeLast();
      } else if (!step.isEmpty() && !step.equals(".")) {
        Optional<TreeName> name = TreeName.parse(step);
        if (name.isEmpty()) {
          return Optional.empty();
        }
        at.add(name.get());
      }
    }
    return Optional.of(new TreePath(at));
  }

  public byte[] bytes() {
    return names.stream()
        .map(TreeName::latin1)
        .collect(Collectors.joining("/"))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return names.stream().map(TreeName::text).collect(Collectors.joining("/"));
  }
}
