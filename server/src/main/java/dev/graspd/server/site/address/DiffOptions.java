package dev.graspd.server.site.address;

import dev.graspd.core.tree.TreeName;
import java.util.List;

/**
 * How a difference is shown (W-15). Other values count as the first of each.
 *
 * @param path the path that it is limited to; empty for all
 */
public record DiffOptions(List<TreeName> path, View view, int context, Space space) {
  public static final List<Integer> CONTEXTS = List.of(3, 10, 30);

  public static final DiffOptions USUAL = new DiffOptions(List.of(), View.UNIFIED, 3, Space.KEEP);

  public DiffOptions {
    path = List.copyOf(path);
    if (!CONTEXTS.contains(context)) {
      throw new IllegalArgumentException("not a number of lines to choose: " + context);
    }
  }

  /** The layout of a difference. */
  public enum View {
    UNIFIED,
    SPLIT,
    STAT
  }

  /** Whether changes of white space count. */
  public enum Space {
    KEEP,
    IGNORE
  }
}
