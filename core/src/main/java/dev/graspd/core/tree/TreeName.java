package dev.graspd.core.tree;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The name of an entry of a tree.
 *
 * @param latin1 one character for each byte
 */
public record TreeName(String latin1) implements Comparable<TreeName> {
  public TreeName {
    if (!isAllowed(latin1)) {
      throw new IllegalArgumentException("not a name in a tree");
    }
  }

  public static TreeName of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  public static TreeName of(byte[] bytes) {
    return new TreeName(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Returns a name of these bytes, one for each character, if a tree can have it. */
  public static Optional<TreeName> parse(String latin1) {
    return isAllowed(latin1) ? Optional.of(new TreeName(latin1)) : Optional.empty();
  }

  private static boolean isAllowed(String latin1) {
    return !latin1.isEmpty()
        && !latin1.equals(".")
        && !latin1.equals("..")
        && latin1.chars().allMatch(c -> c > 0 && c <= 0xff && c != '/');
  }

  public byte[] bytes() {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns it as text; bytes that are not UTF-8 appear as replacement characters. */
  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** Returns whether {@link #text} is exactly this name. */
  public boolean isText() {
    return of(text()).equals(this);
  }

  @Override
  public int compareTo(TreeName that) {
    return latin1.compareTo(that.latin1);
  }

  @Override
  public String toString() {
    return text();
  }
}
