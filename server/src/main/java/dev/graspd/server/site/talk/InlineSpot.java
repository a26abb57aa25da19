package dev.graspd.server.site.talk;

import dev.graspd.core.talk.event.CodePlace.Side;
import dev.graspd.core.tree.TreePath;

/** Where a comment on lines stands in the difference that a pull request makes now (W-45). */
public sealed interface InlineSpot {
  /** Under a line of a file. */
  record Line(TreePath path, Side side, int number) implements InlineSpot {}

  /** About a whole file. */
  record OfFile(TreePath path) implements InlineSpot {}

  /** The line is gone, or its commit is not here. */
  record Outdated() implements InlineSpot {}
}
