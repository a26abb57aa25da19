package dev.graspd.server.git.browse;

import java.util.List;

/**
 * The difference of two trees.
 *
 * @param files with their lines, as many as are shown
 * @param others changed files that are only named
 * @param isCut whether there are still more files than that
 * @param isRenameLeftOut whether there were too many files to search them for renames
 */
public record DiffPage(
    List<FileDiff> files, List<FileChange> others, boolean isCut, boolean isRenameLeftOut) {
  public DiffPage {
    files = List.copyOf(files);
    others = List.copyOf(others);
  }
}
