package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.Directory;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.link.LinkedEntries;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.html.PageSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** The page of a directory (W-31). */
public final class TreePage {
  /** Columns that a phone has no room for. */
  private static final String LAST = "last";

  private static final String WHEN = "when";
  private static final String MODE = "mode";

  /**
   * What is shown.
   *
   * @param revision as the address has it
   * @param newest the commit that is shown
   * @param joined directories whose only entry is a directory, with the way down from them
   * @param elsewhere where its symbolic links and submodules lead
   * @param last the last commit of each entry; empty if they were not found in time
   * @param readme the text of a file that introduces the directory
   */
  public record Facts(
      String revision,
      TreePath path,
      CommitFacts newest,
      Directory directory,
      SortedMap<TreeName, TreePath> joined,
      LinkedEntries elsewhere,
      Optional<Map<TreeName, CommitFacts>> last,
      Optional<Readme> readme) {}

  /**
   * A file that introduces a directory.
   *
   * @param path may lead to another directory
   * @param lines empty if it is too large to show
   */
  public record Readme(TreePath path, Optional<List<String>> lines) {
    public Readme {
      lines = lines.map(List::copyOf);
    }
  }

  private TreePage() {}

  public static List<Node> of(CodeLinks links, Facts facts) {
    List<Node> parts = new ArrayList<>();
    parts.add(Parts.crumbs(links, facts.revision, facts.path));
    parts.addAll(listing(links, facts));
    return parts;
  }

  /** The entries and what introduces them. */
  public static List<Node> listing(CodeLinks links, Facts facts) {
    List<Node> rows = new ArrayList<>();
    for (TreeEntry entry : facts.directory.entries()) {
      rows.add(row(links, facts, entry));
    }
    List<Node> shown = PageSpace.fitting(rows);
    List<Node> parts = new ArrayList<>();
    parts.add(classed(Tag.DIV, "box", Parts.newest(links, facts.newest), table(facts, shown)));
    more(links, facts, shown.size()).ifPresent(parts::add);
    if (facts.last.isEmpty()) {
      parts.add(
          Parts.note(
              "The last commit of each entry is left out: this history is too long to search at"
                  + " once."));
    }
    facts.readme.ifPresent(readme -> parts.add(readme(links, facts.revision, readme)));
    return parts;
  }

  private static Node table(Facts facts, List<Node> rows) {
    List<Node> heads = new ArrayList<>(List.of(head("Name")));
    facts.last.ifPresent(_ -> {
      heads.add(classed(Tag.TH, LAST, text("Last commit")));
      heads.add(classed(Tag.TH, WHEN, text("Date")));
    });
    heads.add(classed(Tag.TH, MODE, text("Mode")));
    heads.add(classed(Tag.TH, "number", text("Size")));
    return classed(
        Tag.DIV,
        "scroll",
        classed(
            Tag.TABLE,
            "tree",
            Parts.caption("Files and directories"),
            element(Tag.THEAD, element(Tag.TR, heads)),
            element(Tag.TBODY, rows)));
  }

  private static Node head(String words) {
    return element(Tag.TH, text(words));
  }

  private static Node row(CodeLinks links, Facts facts, TreeEntry entry) {
    List<Node> cells = new ArrayList<>();
    boolean isDirectory = entry.mode() == TreeEntry.Mode.DIRECTORY;
    cells.add(classed(Tag.TD, isDirectory ? "dir" : "file", name(links, facts, entry)));
    facts.last.ifPresent(last -> {
      Optional<CommitFacts> commit = Optional.ofNullable(last.get(entry.name()));
      cells.add(
          classed(
              Tag.TD,
              LAST,
              commit.map(one -> List.of(Parts.subject(links, one))).orElse(List.of())));
      cells.add(
          classed(
              Tag.TD,
              WHEN,
              commit.map(one -> List.of(Parts.day(one.committer().seconds()))).orElse(List.of())));
    });
    cells.add(classed(Tag.TD, MODE, text(entry.mode().octal())));
    cells.add(
        classed(Tag.TD, "number", text(entry.mode().isFile() ? ByteSize.rough(entry.size()) : "")));
    return element(Tag.TR, cells);
  }

  private static Node name(CodeLinks links, Facts facts, TreeEntry entry) {
    TreePath below = facts.joined.getOrDefault(entry.name(), TreePath.ROOT);
    TreePath shownPath = new TreePath(List.of(entry.name())).below(below);
    Node shown = foreign(shownPath.toString());
    TreePath path = facts.path.below(shownPath);
    return switch (entry.mode()) {
      case DIRECTORY -> element(Tag.SPAN, link(links.tree(facts.revision, path), shown), text("/"));
      case FILE -> link(links.tree(facts.revision, path), shown);
      case EXECUTABLE ->
          element(Tag.SPAN, link(links.tree(facts.revision, path), shown), text(" *"));
      case SYMLINK ->
          element(
              Tag.SPAN,
              link(links.tree(facts.revision, path), shown),
              text(" → "),
              Optional.ofNullable(facts.elsewhere.symlinks().get(entry.name()))
                  .map(symlink -> Parts.target(links, facts.revision, symlink))
                  .orElse(text("symlink")));
      case SUBMODULE -> submodule(facts, entry, link(links.tree(facts.revision, path), shown));
    };
  }

  private static Node submodule(Facts facts, TreeEntry entry, Node name) {
    List<Node> parts = new ArrayList<>();
    parts.add(name);
    parts.add(text(" @ " + entry.oid().hex().substring(0, Parts.ID_SHOWN) + " "));
    parts.add(
        Optional.ofNullable(facts.elsewhere.submodules().get(entry.name()))
            .map(Parts::elsewhere)
            .orElse(text("(submodule)")));
    return element(Tag.SPAN, parts);
  }

  /** The way to the entries that this page does not show: too many, or too long. */
  private static Optional<Node> more(CodeLinks links, Facts facts, int shown) {
    List<TreeEntry> entries = facts.directory.entries().subList(0, shown);
    boolean isLast = facts.directory.isLast() && shown == facts.directory.entries().size();
    int total = facts.directory.total();
    if (entries.isEmpty() || entries.size() == total) {
      return Optional.empty();
    }
    Node words = text("This directory has " + total + " entries. ");
    if (isLast) {
      return Optional.of(element(Tag.P, words, text("These are the last.")));
    }
    RepositoryView next =
        new RepositoryView.Tree(
            Place.of(facts.revision, facts.path.names()),
            Optional.empty(),
            Optional.of(entries.getLast().name()));
    return Optional.of(element(Tag.P, words, link(links.to(next), text("Next page"))));
  }

  private static Node readme(CodeLinks links, String revision, Readme readme) {
    List<Node> parts = new ArrayList<>();
    Node name = link(links.tree(revision, readme.path), foreign(readme.path.toString()));
    parts.add(element(Tag.H2, name));
    parts.addAll(
        readme
            .lines
            .map(lines -> Prose.of(links, revision, readme.path, lines))
            .orElse(List.of(Parts.note("This file is too large to show here."))));
    return classed(Tag.SECTION, "readme", parts);
  }
}
