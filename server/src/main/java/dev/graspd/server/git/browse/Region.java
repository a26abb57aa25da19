package dev.graspd.server.git.browse;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;

/**
 * Lines of the file that is blamed, and where they are in an earlier version of it. Pure.
 *
 * @param result the first line in the file, counted from 0
 * @param source the same line in the earlier version
 */
record Region(int result, int source, int count) {
  /** Lines that an older version has too, and those that came after it. */
  record Split(List<Region> older, List<Region> newer) {}

  /** Splits regions by the edits that lead from an older version to the one of the regions. */
  static Split split(List<Region> regions, EditList edits) {
    List<Region> older = new ArrayList<>();
    List<Region> newer = new ArrayList<>();
    for (Region region : regions) {
      region.split(edits, older, newer);
    }
    return new Split(older, newer);
  }

  private void split(EditList edits, List<Region> older, List<Region> newer) {
    int at = source;
    int end = source + count;
    int shift = 0;
    for (Edit edit : edits) {
      if (edit.getBeginB() >= end) {
        break;
      }
      add(older, at, Math.min(end, edit.getBeginB()), shift);
      at = Math.max(at, Math.min(end, edit.getBeginB()));
      add(newer, at, Math.min(end, edit.getEndB()), 0);
      at = Math.max(at, Math.min(end, edit.getEndB()));
      shift += edit.getLengthA() - edit.getLengthB();
    }
    add(older, at, end, shift);
  }

  /** Adds some of the lines, moved to where they are in the other version. */
  private void add(List<Region> target, int from, int to, int shift) {
    if (from < to) {
      target.add(new Region(result + from - source, from + shift, to - from));
    }
  }
}
