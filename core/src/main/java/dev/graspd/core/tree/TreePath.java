package dev.graspd.core.tree;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
