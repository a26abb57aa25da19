package dev.graspd.server.site.page;

import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.site.html.Html.Node;
import java.util.List;

/** The page of a tag that names a tree or a file: git allows it, and there is no history (W-37). */
public final class NoCommitPage {
  private NoCommitPage() {}

  public static List<Node> of(CodeLinks links, String revision, Revision.Kind kind) {
    String what =
        switch (kind) {
          case COMMIT -> "a commit";
          case TREE -> "a directory, not a commit";
          case BLOB -> "a file, not a commit";
        };
    return List.of(
        Parts.crumbs(links, revision, TreePath.ROOT),
        Parts.note(
            "This tag leads to "
                + what
                + ", so it has no history. Clone the repository and use git show to see it."));
  }
}
