package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.Directory;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.history.TagChain;
import dev.graspd.server.git.browse.history.TagFacts;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The page of a tag (W-35): what it says, and what it leads to. */
public final class TagPage {
  private static final int NAME_SHOWN = 200;

  /** What a tag leads to. */
  public sealed interface Target {
    record OfCommit(CommitFacts commit) implements Target {}

    record OfTree(Directory directory) implements Target {}

    record OfBlob(long bytes) implements Target {}
  }

  /**
   * What is shown.
   *
   * @param name without its beginning
   * @param revision the name in addresses of files and commits
   * @param target empty if there was too much to read
   */
  public record Facts(String name, String revision, TagChain chain, Optional<Target> target) {}

  private TagPage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text("Tag "), foreign(Html.cut(facts.name, NAME_SHOWN))));
    if (facts.chain.tags().isEmpty()) {
      parts.add(Parts.note("A lightweight tag: a name without a message or a tagger."));
    }
    for (TagFacts tag : facts.chain.tags()) {
      parts.addAll(tag(links, facts, tag));
    }
    facts.target.ifPresentOrElse(
        target -> parts.addAll(target(links, facts, target)),
        () -> parts.add(Parts.note("It leads to something that is too large to show here.")));
    return parts;
  }

  private static List<Node> tag(CodeLinks links, Facts facts, TagFacts tag) {
    List<Node> rows = new ArrayList<>();
    rows.add(element(Tag.DT, text("Tag object")));
    rows.add(element(Tag.DD, code(tag.oid().hex())));
    if (!tag.name().equals(facts.name)) {
      rows.add(element(Tag.DT, text("Calls itself")));
      rows.add(element(Tag.DD, foreign(Html.cut(tag.name(), NAME_SHOWN))));
    }
    tag.tagger()
        .ifPresent(tagger -> {
          rows.add(element(Tag.DT, text("Tagger, as claimed")));
          rows.add(element(Tag.DD, Parts.person(tagger)));
        });
    rows.add(element(Tag.DT, text("Signature")));
    rows.add(element(Tag.DD, text(Parts.words(tag.signature()))));
    return List.of(CommitPage.message(links, tag.message()), element(Tag.DL, rows));
  }

  private static List<Node> target(CodeLinks links, Facts facts, Target target) {
    return switch (target) {
      case Target.OfCommit(var commit) ->
          List.of(
              element(Tag.H2, text("Commit")),
              Parts.commits(links, List.of(commit), java.util.Map.of()),
              classed(
                  Tag.P,
                  "actions",
                  link(links.tree(facts.revision, TreePath.ROOT), text("Files")),
                  text(" · "),
                  link(links.commits(facts.revision, TreePath.ROOT), text("Commits"))),
              element(Tag.H2, text("Download")),
              Parts.downloads(links, facts.revision));
      case Target.OfTree(var directory) -> tree(facts, directory);
      case Target.OfBlob(var bytes) ->
          List.of(
              element(Tag.H2, text("File")),
              element(
                  Tag.P,
                  code(facts.chain.target().oid().hex()),
                  text(", " + ByteSize.rough(bytes))),
              Parts.note(
                  "This tag leads to a file, not to a commit. Clone the repository to read it."));
    };
  }

  private static List<Node> tree(Facts facts, Directory directory) {
    List<Node> items = new ArrayList<>();
    for (TreeEntry entry : directory.entries()) {
      items.add(
          element(Tag.LI, code(entry.mode().octal()), text(" "), foreign(entry.name().text())));
    }
    List<Node> parts = new ArrayList<>();
    parts.add(element(Tag.H2, text("Directory")));
    parts.add(
        element(
            Tag.P,
            code(facts.chain.target().oid().hex()),
            text(", " + Parts.count(directory.total(), "entry", "entries"))));
    parts.add(
        Parts.note(
            "This tag leads to a directory, not to a commit. Clone the repository to read its"
                + " files."));
    parts.add(element(Tag.UL, items));
    if (directory.total() > directory.entries().size()) {
      parts.add(
          Parts.note("and " + (directory.total() - directory.entries().size()) + " more entries"));
    }
    return parts;
  }
}
