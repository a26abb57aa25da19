package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.LogPage;
import dev.graspd.server.site.address.LogOptions;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page of a log (W-33). */
public final class CommitsPage {
  /**
   * What is shown.
   *
   * @param from the commit at which the first page began
   * @param options of the address
   * @param isFile whether the path is a file, which can have had other names
   * @param names the branches and tags that name a commit
   */
  public record Facts(
      String revision,
      TreePath path,
      Oid from,
      LogOptions options,
      boolean isFile,
      LogPage log,
      Map<Oid, List<String>> names) {}

  private CommitsPage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(Parts.crumbs(links, facts.revision, facts.path));
    if (facts.isFile) {
      parts.add(following(links, facts));
    }
    parts.add(
        facts.log.commits().isEmpty()
            ? Parts.note(
                facts.log.isCut()
                    ? "No commit that changes this path was found so far."
                    : "No commit changes this path.")
            : Parts.commits(links, facts.log.commits(), facts.names));
    if (facts.log.isCut()) {
      parts.add(cut(links, facts));
    } else if (!facts.log.isLast()) {
      int skipped = facts.options.skipped() + facts.log.commits().size();
      LogOptions next =
          new LogOptions(
              Optional.of(facts.from),
              skipped,
              facts.options.passed(),
              facts.options.isFollowing());
      parts.add(element(Tag.P, link(links.to(at(facts, next)), text("Older commits"))));
    }
    return parts;
  }

  /** The next search passes the commits of this one without a look at their files. */
  private static Node cut(CodeLinks links, Facts facts) {
    if (facts.log.passed() <= facts.options.passed()) {
      return Parts.note("The search has stopped here because it took too long. Clone it for more.");
    }
    LogOptions next =
        new LogOptions(Optional.of(facts.from), 0, facts.log.passed(), facts.options.isFollowing());
    return classed(
        Tag.P,
        "note",
        text("The search has stopped after " + facts.log.passed() + " commits. "),
        link(links.to(at(facts, next)), text("Go on from there")));
  }

  private static Node following(CodeLinks links, Facts facts) {
    boolean isFollowing = facts.options.isFollowing();
    LogOptions other = new LogOptions(Optional.empty(), 0, 0, !isFollowing);
    return classed(
        Tag.P,
        "actions",
        text(isFollowing ? "Renames are followed, merges left out. " : ""),
        link(
            links.to(at(facts, other)),
            text(isFollowing ? "Only under this name" : "Follow renames")));
  }

  /** A later page begins at the same commit, so that nothing shifts when the branch moves. */
  private static RepositoryView at(Facts facts, LogOptions options) {
    return new RepositoryView.Commits(Place.of(facts.revision, facts.path.names()), options);
  }
}
