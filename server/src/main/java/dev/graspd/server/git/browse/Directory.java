package dev.graspd.server.git.browse;

import java.util.List;

/**
 * A page of a directory: directories first, each group by name.
 *
 * @param entries at most as many as were asked for
 * @param total how many entries the directory has
 * @param isLast whether no entries come after these
 */
public record Directory(List<TreeEntry> entries, int total, boolean isLast) {
  public Directory {
    entries = List.copyOf(entries);
  }
}
