package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.LogPage;
import dev.graspd.server.site.address.LogOptions;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The page of a log (W-33). */
public final class CommitsPage {
  private static final int NAME_SHOWN = 60;

  /**
   * What is shown.
   *
   * @param from the commit at which the first page began
   * @param skipped how many commits the pages before have shown
   */
  public record Facts(String revision, TreePath path, Oid from, int skipped, LogPage log) {}

  private CommitsPage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(Parts.crumbs(links, facts.revision, facts.path));
    List<Node> items = new ArrayList<>();
    for (CommitFacts commit : facts.log.commits()) {
      items.add(
          element(
              Tag.LI,
              Parts.subject(links, commit),
              classed(
                  Tag.P,
                  "by",
                  foreign(Html.cut(commit.author().name(), NAME_SHOWN)),
                  text(", "),
                  Parts.day(commit.committer().seconds()),
                  text(" "),
                  Parts.shortId(links, commit.oid()))));
    }
    parts.add(
        items.isEmpty()
            ? Parts.note("No commit changes this path.")
            : classed(Tag.OL, "commits", items));
    if (facts.log.isCut()) {
      parts.add(
          Parts.note("The search has stopped here because it took too long. Clone it for more."));
    } else if (!facts.log.isLast()) {
      parts.add(element(Tag.P, link(links.to(next(facts)), text("Older commits"))));
    }
    return parts;
  }

  /** The next page begins at the same commit, so that nothing shifts when the branch moves. */
  private static RepositoryView next(Facts facts) {
    return new RepositoryView.Commits(
        Place.of(facts.revision, facts.path.names()),
        new LogOptions(Optional.of(facts.from), facts.skipped + facts.log.commits().size(), false));
  }
}
