package dev.graspd.server.git.browse.link;

import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeEntry.Mode;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The entries of a directory that lead elsewhere.
 *
 * @param symlinks the first ones, as many as are read
 * @param submodules the URL of each that {@code .gitmodules} names
 */
public record LinkedEntries(
    SortedMap<TreeName, Symlink> symlinks, SortedMap<TreeName, String> submodules) {
  /** Symbolic links that are read for one page. */
  public static final int SYMLINKS_READ_MAX = 200;

  public LinkedEntries {
    symlinks = Collections.unmodifiableSortedMap(new TreeMap<>(symlinks));
    submodules = Collections.unmodifiableSortedMap(new TreeMap<>(submodules));
  }

  /** Reads where entries of a directory lead. */
  public static LinkedEntries of(
      CodeReader code, Revision revision, TreePath directory, List<TreeEntry> entries)
      throws IOException {
    SortedMap<TreeName, Symlink> symlinks = new TreeMap<>();
    for (TreeEntry entry :
        entries.stream()
            .filter(one -> one.mode() == Mode.SYMLINK)
            .limit(SYMLINKS_READ_MAX)
            .toList()) {
      Symlink.read(code, revision, directory.child(entry.name()), entry)
          .ifPresent(link -> symlinks.put(entry.name(), link));
    }
    boolean hasModules = entries.stream().anyMatch(one -> one.mode() == Mode.SUBMODULE);
    return new LinkedEntries(
        symlinks,
        hasModules
            ? modules(Submodules.urls(code, revision), directory, entries)
            : new TreeMap<>());
  }

  private static SortedMap<TreeName, String> modules(
      SortedMap<String, String> urls, TreePath directory, List<TreeEntry> entries) {
    SortedMap<TreeName, String> modules = new TreeMap<>();
    for (TreeEntry entry : entries) {
      if (entry.mode() == Mode.SUBMODULE) {
        Optional.ofNullable(urls.get(directory.child(entry.name()).toString()))
            .ifPresent(url -> modules.put(entry.name(), url));
      }
    }
    return modules;
  }
}
