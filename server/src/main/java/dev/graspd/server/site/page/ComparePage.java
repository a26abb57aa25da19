package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.meta.Alternate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page of the difference of two revisions (W-34), and the one on which they are chosen. */
public final class ComparePage {
  /**
   * What is shown.
   *
   * @param here the address
   * @param from the commit of the first revision
   * @param to the commit of the second revision
   * @param bases the newest commits that both reach
   * @param commits that only the second reaches, the newest
   * @param ahead how many there are of them
   * @param behind how many commits only the first reaches
   */
  public record Facts(
      RepositoryView.Compare here,
      Oid from,
      Oid to,
      List<Oid> bases,
      List<CommitFacts> commits,
      int ahead,
      int behind,
      DiffPage diff) {
    public Facts {
      bases = List.copyOf(bases);
      commits = List.copyOf(commits);
    }
  }

  private ComparePage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(form(links, facts.here.from(), facts.here.to()));
    parts.add(sides(links, facts));
    parts.add(element(Tag.P, bases(links, facts)));
    if (!facts.commits.isEmpty()) {
      parts.add(element(Tag.H2, text("Commits")));
      parts.add(Parts.commits(links, facts.commits, Map.of()));
    }
    if (facts.ahead > facts.commits.size()) {
      parts.add(
          Parts.note(
              "These are the newest %d of %d commits. Clone the repository to see all."
                  .formatted(facts.commits.size(), facts.ahead)));
    }
    parts.add(element(Tag.H2, text("Files")));
    parts.addAll(DiffNodes.of(facts.diff, DiffView.of(links, facts.here)));
    return parts;
  }

  private static Node sides(CodeLinks links, Facts facts) {
    String commits = facts.ahead == 1 ? " commit, " : " commits, ";
    return element(
        Tag.P,
        foreign(facts.here.to()),
        text(" ("),
        Parts.shortId(links, facts.to),
        text(") has " + facts.ahead + commits + "which "),
        foreign(facts.here.from()),
        text(" ("),
        Parts.shortId(links, facts.from),
        text(") has not, and lacks " + facts.behind + " of it. "),
        link(
            links.to(
                new RepositoryView.Compare(
                    facts.here.to(),
                    facts.here.from(),
                    facts.here.fromBase(),
                    RepositoryView.Form.PAGE,
                    DiffOptions.USUAL)),
            text("The other way round")));
  }

  /** Says what is compared. */
  private static List<Node> bases(CodeLinks links, Facts facts) {
    RepositoryView.Compare here = facts.here;
    RepositoryView other =
        new RepositoryView.Compare(
            here.from(), here.to(), !here.fromBase(), RepositoryView.Form.PAGE, here.options());
    List<Node> words = new ArrayList<>();
    if (facts.bases.isEmpty()) {
      words.add(text("Both share no history: they are compared directly."));
      return words;
    }
    if (!here.fromBase()) {
      words.add(text("Both are compared directly. "));
      words.add(link(links.to(other), text("Compare from their merge base")));
      return words;
    }
    words.add(text("Compared from their merge base "));
    words.add(Parts.shortId(links, facts.bases.getFirst()));
    if (facts.bases.size() > 1) {
      words.add(
          text(
              ", the newest of %d: each was merged into the other more than once"
                  .formatted(facts.bases.size())));
    }
    words.add(text(". "));
    words.add(link(links.to(other), text("Compare directly")));
    return words;
  }

  /** The other forms of a comparison. */
  public static List<Alternate> alternates(CodeLinks links, RepositoryView.Compare here) {
    return DiffView.alternates(links, here);
  }

  /** The page before two revisions are chosen. */
  public static List<Node> choose(CodeLinks links, String from, String to) {
    return List.of(
        form(links, from, to),
        Parts.note("A revision is a branch, a tag, a whole ref name or a commit id."));
  }

  /** Asks for two revisions. */
  static Node form(CodeLinks links, String from, String to) {
    return classed(
        Tag.DIV,
        "compare",
        Forms.form(
            links.to(new RepositoryView.CompareForm()),
            "Compare",
            Forms.input("From", "from", from),
            Forms.input("to", "to", to)));
  }
}
