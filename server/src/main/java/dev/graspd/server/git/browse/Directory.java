package dev.graspd.server.git.browse;

import java.util.List;

/**
 * A page of a directory: directories first, each group by name.
 *
 * @param entries at most as many as were asked for
 * @param total how many entries the directory has
 */
public record Directory(List<TreeEntry> entries, int total) {
  public Directory {
    entries = List.copyOf(entries);
  }
}
