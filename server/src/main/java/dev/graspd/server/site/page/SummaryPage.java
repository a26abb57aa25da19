package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.RepositoryView.Format;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The first page of a repository (W-30). */
public final class SummaryPage {
  private static final String HEAD = "HEAD";

  /** Branches and tags that the page links; there is a page for all. */
  private static final int LINKED_MAX = 10;

  /**
   * What is shown.
   *
   * @param cloneUrl the URL for git
   * @param nostrUrl the URL for git with ngit
   * @param code the root of the default branch; empty before the first push
   */
  public record Facts(
      List<Node> introduction,
      String cloneUrl,
      String nostrUrl,
      Refs refs,
      Optional<TreePage.Facts> code,
      List<Node> details) {}

  private SummaryPage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>(facts.introduction);
    parts.add(cloneBox(facts));
    if (facts.code.isPresent()) {
      parts.add(revisions(links, facts.refs));
      parts.addAll(TreePage.listing(links, facts.code.get()));
      parts.add(downloads(links));
    } else {
      parts.add(empty(facts));
    }
    parts.addAll(facts.details);
    return parts;
  }

  private static Node cloneBox(Facts facts) {
    return classed(
        Tag.DIV,
        "clone",
        element(Tag.P, text("Clone it with git, or with ngit to take part:")),
        classed(Tag.PRE, "command", code("git clone " + facts.cloneUrl)),
        classed(Tag.PRE, "command", code("git clone " + facts.nostrUrl)));
  }

  private static Node empty(Facts facts) {
    return classed(
        Tag.SECTION,
        "empty",
        element(Tag.H2, text("There is no code here yet")),
        element(
            Tag.P,
            text(
                "The repository is announced. Its maintainers can push what they have signed; with"
                    + " ngit, a push signs it:")),
        classed(Tag.PRE, "command", code("git push " + facts.nostrUrl + " main")));
  }

  /** Links to a few branches and tags, and to all of them. */
  private static Node revisions(CodeLinks links, Refs refs) {
    List<Node> parts = new ArrayList<>();
    add(parts, links, refs, "refs/heads/", new RepositoryView.Branches(), "branch", "branches");
    add(parts, links, refs, "refs/tags/", new RepositoryView.Tags(), "tag", "tags");
    return classed(Tag.P, "revisions", parts);
  }

  private static void add(
      List<Node> parts,
      CodeLinks links,
      Refs refs,
      String prefix,
      RepositoryView all,
      String one,
      String many) {
    List<RefName> names =
        refs.values().keySet().stream().filter(ref -> ref.text().startsWith(prefix)).toList();
    if (names.isEmpty()) {
      return;
    }
    parts.add(link(links.to(all), text(names.size() + " " + (names.size() == 1 ? one : many))));
    parts.add(text(": "));
    for (RefName ref : names.subList(0, Math.min(names.size(), LINKED_MAX))) {
      String name = ref.text().substring(prefix.length());
      boolean isDefault = refs.head().filter(ref::equals).isPresent();
      Node shown = link(links.tree(ref.text(), TreePath.ROOT), foreign(name));
      parts.add(isDefault ? element(Tag.STRONG, shown) : shown);
      parts.add(text(" "));
    }
    if (names.size() > LINKED_MAX) {
      parts.add(text("… "));
    }
  }

  private static Node downloads(CodeLinks links) {
    List<Node> parts = new ArrayList<>();
    parts.add(text("Download: "));
    for (Format format : Format.values()) {
      parts.add(
          link(
              links.to(new RepositoryView.Download(HEAD, format)),
              text(format.ending().substring(1))));
      parts.add(text(" "));
    }
    parts.add(text("· Feeds: "));
    for (RepositoryView.Entries entries : RepositoryView.Entries.values()) {
      parts.add(
          link(
              links.to(new RepositoryView.Feed(entries)),
              text(entries == RepositoryView.Entries.COMMITS ? "commits" : "tags")));
      parts.add(text(" "));
    }
    return classed(Tag.P, "actions", parts);
  }
}
