package dev.graspd.server.site.summary;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.RefsPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Links to the same place at other branches and tags; a browser folds them without scripts. */
final class RevisionSwitch {
  /** Branches and tags that it links; there is a page for all. */
  private static final int LINKED_MAX = 20;

  private RevisionSwitch() {}

  /**
   * The switch.
   *
   * @param shown the branch that the page shows
   */
  static Node of(CodeLinks links, Refs refs, String shown) {
    List<Node> parts = new ArrayList<>();
    parts.addAll(
        group(links, refs, "Branches", RefsPage.branches(refs), new RepositoryView.Branches()));
    parts.addAll(group(links, refs, "Tags", RefsPage.tags(refs), new RepositoryView.Tags()));
    return classed(
        Tag.DETAILS,
        "switch",
        element(Tag.SUMMARY, text("Branch "), element(Tag.STRONG, foreign(shown))),
        classed(Tag.DIV, "menu", parts));
  }

  private static List<Node> group(
      CodeLinks links, Refs refs, String title, List<RefName> names, RepositoryView all) {
    if (names.isEmpty()) {
      return List.of();
    }
    List<Node> items = new ArrayList<>();
    for (RefName ref : names.subList(0, Math.min(names.size(), LINKED_MAX))) {
      items.add(
          element(
              Tag.LI,
              link(
                  links.tree(RefsPage.revision(refs, ref), TreePath.ROOT),
                  foreign(RefsPage.shortName(ref)))));
    }
    if (names.size() > LINKED_MAX) {
      items.add(
          element(
              Tag.LI,
              link(
                  links.to(all),
                  text("All " + names.size() + " " + title.toLowerCase(Locale.ROOT)))));
    }
    return List.of(
        classed(Tag.P, "label", text(title)),
        new Element(Tag.UL, List.of(new Attribute(Name.ARIA_LABEL, title)), items));
  }
}
