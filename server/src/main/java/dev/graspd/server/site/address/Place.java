package dev.graspd.server.site.address;

import dev.graspd.core.tree.TreeName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A revision and a path below it, as an address has them: one list of names. The refs of the
 * repository decide where the revision ends (W-20).
 */
public record Place(List<TreeName> names) {
  public Place {
    names = List.copyOf(names);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("a place has a revision");
    }
  }

  /**
   * Returns the place of a path at a revision.
   *
   * @param revision a branch, a tag, a whole ref name or a commit id
   */
  public static Place of(String revision, List<TreeName> path) {
    List<TreeName> names = new ArrayList<>();
    for (String part : revision.split("/", -1)) {
      names.add(TreeName.of(part));
    }
    names.addAll(path);
    return new Place(names);
  }

  /** Returns the names as they stand in a URL. */
  String encoded() {
    return names.stream().map(Segments::encode).collect(Collectors.joining("/"));
  }
}
