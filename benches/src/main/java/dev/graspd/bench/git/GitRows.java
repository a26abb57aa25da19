package dev.graspd.bench.git;

import java.util.List;
import java.util.Optional;

/** The rows in the order of a run. */
final class GitRows {
  private GitRows() {}

  static List<GitRow> all(
      SmallHeap smallHeap, BitmapsRow.Servers upkept, Optional<SmallHeap> growing) {
    return List.of(
        new RefsRow(),
        new SmallRow(),
        new SmallPushRow(),
        new LargePushRow(),
        new LargeRow(),
        new BitmapsRow(upkept),
        new CrowdRow(smallHeap),
        new SlowRow(),
        new GrowthRow(growing));
  }
}
