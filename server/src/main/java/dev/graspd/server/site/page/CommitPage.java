package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Belonging;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.Signature;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;

/** The page of a commit (W-34). */
public final class CommitPage {
  private static final int MESSAGE_SHOWN = 64 << 10;

  public record Facts(CommitFacts commit, Belonging belonging, DiffPage diff) {}

  private CommitPage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    if (facts.belonging instanceof Belonging.Offered(var pullRequest)) {
      parts.add(
          classed(
              Tag.P,
              "banner",
              element(Tag.STRONG, text("Not part of this repository. ")),
              text("It is offered in pull request "),
              code(pullRequest.hex())));
    }
    CommitFacts commit = facts.commit;
    parts.add(
        classed(Tag.PRE, "message", foreign(Html.cut(commit.message().strip(), MESSAGE_SHOWN))));
    parts.add(facts(links, commit));
    parts.addAll(DiffNodes.of(facts.diff));
    return parts;
  }

  private static Node facts(CodeLinks links, CommitFacts commit) {
    List<Node> rows = new ArrayList<>();
    rows.add(element(Tag.DT, text("Commit")));
    rows.add(
        element(
            Tag.DD,
            code(commit.oid().hex()),
            text(" · "),
            link(links.tree(commit.oid().hex(), TreePath.ROOT), text("Files"))));
    for (Oid parent : commit.parents()) {
      rows.add(element(Tag.DT, text("Parent")));
      rows.add(element(Tag.DD, Parts.shortId(links, parent)));
    }
    rows.add(element(Tag.DT, text("Author, as claimed")));
    rows.add(person(commit.author()));
    if (!commit.committer().equals(commit.author())) {
      rows.add(element(Tag.DT, text("Committer, as claimed")));
      rows.add(person(commit.committer()));
    }
    if (commit.signature() != Signature.NONE) {
      rows.add(element(Tag.DT, text("Signature")));
      rows.add(
          element(
              Tag.DD, text("carries a " + words(commit.signature()) + "; it is not checked here")));
    }
    return element(Tag.DL, rows);
  }

  private static Node person(CommitFacts.Person person) {
    return element(
        Tag.DD,
        foreign(person.name()),
        text(" <"),
        foreign(person.email()),
        text(">, "),
        Parts.day(person.seconds()));
  }

  private static String words(Signature signature) {
    return switch (signature) {
      case PGP -> "PGP signature";
      case SSH -> "SSH signature";
      case X509 -> "X.509 signature";
      case NONE, OTHER -> "signature of an unknown kind";
    };
  }
}
