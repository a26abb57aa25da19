package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.ObjectSignature;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.meta.Alternate;
import dev.graspd.server.site.text.Trailers;
import java.util.ArrayList;
import java.util.List;

/** The page of a commit (W-34). */
public final class CommitPage {
  static final int MESSAGE_SHOWN = 64 << 10;

  /**
   * What is shown.
   *
   * @param diff to the first parent
   */
  public record Facts(CommitFacts commit, DiffPage diff, DiffOptions options) {}

  private CommitPage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    CommitFacts commit = facts.commit;
    parts.add(message(links, commit.message()));
    parts.add(facts(links, commit));
    if (commit.parents().isEmpty()) {
      parts.add(Parts.note("A first commit: it has no parent, and all its files are new."));
    } else if (commit.parents().size() > 1) {
      parts.add(
          Parts.note(
              "A merge of %d commits, compared with the first of them."
                  .formatted(commit.parents().size())));
    }
    RepositoryView.Commit here =
        new RepositoryView.Commit(commit.oid().hex(), RepositoryView.Form.PAGE, facts.options);
    parts.addAll(DiffNodes.of(facts.diff, DiffView.of(links, here)));
    return parts;
  }

  /** The other forms of the page of a commit. */
  public static List<Alternate> alternates(CodeLinks links, Oid commit) {
    return DiffView.alternates(links, new RepositoryView.Commit(commit.hex()));
  }

  /** A message, or the words that there is none. */
  static Node message(CodeLinks links, String message) {
    String stripped = Html.cut(message.strip(), MESSAGE_SHOWN);
    if (stripped.isEmpty()) {
      return Parts.note("(no message)");
    }
    int end = stripped.indexOf('\n') < 0 ? stripped.length() : stripped.indexOf('\n');
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.STRONG, MessageNodes.of(links, stripped.substring(0, end))));
    parts.add(MessageNodes.of(links, stripped.substring(end)));
    return classed(Tag.PRE, "message", parts);
  }

  private static Node facts(CodeLinks links, CommitFacts commit) {
    List<Node> rows = new ArrayList<>();
    rows.add(element(Tag.DT, text("Commit")));
    rows.add(element(Tag.DD, code(commit.oid().hex())));
    rows.add(element(Tag.DT, text("Tree")));
    rows.add(
        element(
            Tag.DD,
            code(commit.tree().hex()),
            text(" · "),
            link(links.tree(commit.oid().hex(), TreePath.ROOT), text("Files"))));
    for (Oid parent : commit.parents()) {
      rows.add(element(Tag.DT, text("Parent")));
      rows.add(parent(links, commit, parent));
    }
    rows.add(element(Tag.DT, text("Author, as claimed")));
    rows.add(element(Tag.DD, Parts.person(commit.author())));
    if (!commit.committer().equals(commit.author())) {
      rows.add(element(Tag.DT, text("Committer, as claimed")));
      rows.add(element(Tag.DD, Parts.person(commit.committer())));
    }
    if (commit.signature() != ObjectSignature.NONE) {
      rows.add(element(Tag.DT, text("Signature")));
      rows.add(element(Tag.DD, text(Parts.words(commit.signature()))));
    }
    for (Trailers.Trailer trailer : Trailers.of(commit.message())) {
      rows.add(element(Tag.DT, foreign(trailer.key())));
      rows.add(element(Tag.DD, foreign(trailer.value())));
    }
    return element(Tag.DL, rows);
  }

  /** A parent; of a merge with the difference to it. */
  private static Node parent(CodeLinks links, CommitFacts commit, Oid parent) {
    if (commit.parents().size() == 1) {
      return element(Tag.DD, Parts.shortId(links, parent));
    }
    RepositoryView difference =
        new RepositoryView.Compare(
            parent.hex(), commit.oid().hex(), false, RepositoryView.Form.PAGE, DiffOptions.USUAL);
    return element(
        Tag.DD,
        Parts.shortId(links, parent),
        text(" · "),
        link(links.to(difference), text("Difference to it")));
  }
}
