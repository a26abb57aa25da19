package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The pages of branches and tags (W-35). */
public final class RefsPage {
  /** The most rows of a page; git shows all refs. */
  private static final int ROWS_MAX = 1_000;

  private RefsPage() {}

  public static List<Node> branches(CodeLinks links, Refs refs) {
    return of(links, refs, "refs/heads/", "There are no branches.");
  }

  public static List<Node> tags(CodeLinks links, Refs refs) {
    return of(links, refs, "refs/tags/", "There are no tags.");
  }

  private static List<Node> of(CodeLinks links, Refs refs, String prefix, String none) {
    List<Map.Entry<RefName, Oid>> all =
        refs.values().entrySet().stream()
            .filter(ref -> ref.getKey().text().startsWith(prefix))
            .toList();
    if (all.isEmpty()) {
      return List.of(Parts.note(none));
    }
    List<Node> parts = new ArrayList<>();
    List<Node> rows = new ArrayList<>();
    for (Map.Entry<RefName, Oid> ref : all.subList(0, Math.min(all.size(), ROWS_MAX))) {
      boolean isHead = refs.head().filter(ref.getKey()::equals).isPresent();
      String name = ref.getKey().text().substring(prefix.length());
      // A branch and a tag of one name: only the whole name says which.
      String revision = isShared(refs, name) ? ref.getKey().text() : name;
      rows.add(
          element(
              Tag.TR,
              element(
                  Tag.TD,
                  link(links.tree(revision, TreePath.ROOT), foreign(name)),
                  text(isHead ? " (default)" : "")),
              element(Tag.TD, link(links.commits(revision, TreePath.ROOT), text("Commits"))),
              element(Tag.TD, Html.code(ref.getValue().hex().substring(0, Parts.ID_SHOWN)))));
    }
    parts.add(classed(Tag.DIV, "scroll", classed(Tag.TABLE, "refs", element(Tag.TBODY, rows))));
    if (all.size() > ROWS_MAX) {
      parts.add(Parts.note("and " + (all.size() - ROWS_MAX) + " more, which git ls-remote shows"));
    }
    return parts;
  }

  private static boolean isShared(Refs refs, String name) {
    return refs.values().containsKey(new RefName("refs/heads/" + name))
        && refs.values().containsKey(new RefName("refs/tags/" + name));
  }
}
