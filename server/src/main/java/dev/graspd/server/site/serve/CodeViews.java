package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Blob;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.Directory;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.FilePage;
import dev.graspd.server.site.page.NoCommitPage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.SummaryPage;
import dev.graspd.server.site.page.TreePage;
import dev.graspd.server.site.serve.RepositorySections.Sections;
import dev.graspd.server.site.serve.Revisions.Found;
import dev.graspd.server.site.text.TextContent;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Pages of directories and files. For one thread. */
record CodeViews(CodeReader code, CodeLinks links, SiteFrame frame, PageBudgets budgets) {
  CodeViews(PageContext context) {
    this(context.code(), context.links(), context.frame(), context.budgets());
  }

  private SiteAnswer page(
      String revision, Tab tab, String title, boolean isIndexed, List<Node> content) {
    return new SiteAnswer.Page(frame.page(links, revision, tab, title, isIndexed, content));
  }

  // ---- directories and files

  SiteAnswer tree(Found found, RepositoryView.Tree asked) throws IOException {
    Optional<Oid> commit = found.target().commit();
    if (commit.isEmpty()) {
      return withoutCommit(found, Tab.CODE);
    }
    Outcome<Spot> spot = code.at(found.target(), found.path());
    if (!(spot instanceof Outcome.Found<Spot>(var at))) {
      return new SiteAnswer.NotFound();
    }
    return switch (at) {
      case Spot.OfTree(var tree) -> directory(found, commit.get(), tree, asked.after());
      case Spot.OfEntry(var entry) -> file(found, commit.get(), entry, asked);
    };
  }

  /** A tag may lead to a tree or a file; only the tag itself has a page then. */
  SiteAnswer withoutCommit(Found found, Tab tab) {
    return found.path().isRoot()
        ? page(
            found.revision(),
            tab,
            found.revision(),
            false,
            NoCommitPage.of(links, found.revision(), found.target().target().kind()))
        : new SiteAnswer.NotFound();
  }

  private SiteAnswer directory(Found found, Oid commit, Oid tree, Optional<TreeName> after)
      throws IOException {
    Optional<TreePage.Facts> facts = directoryFacts(found, commit, tree, after);
    if (facts.isEmpty()) {
      return new SiteAnswer.TooMuch();
    }
    boolean isIndexed = found.target().ref().isPresent();
    return page(
        found.revision(),
        Tab.CODE,
        found.path().isRoot() ? "Files" : found.path().toString(),
        isIndexed,
        TreePage.of(links, facts.get()));
  }

  /** Returns what a directory shows; empty if it is too large to read. */
  private Optional<TreePage.Facts> directoryFacts(
      Found found, Oid commit, Oid tree, Optional<TreeName> after) throws IOException {
    Outcome<Directory> listed =
        code.directory(tree, after, PageBudgets.TREE_ENTRIES, budgets.tree());
    if (!(listed instanceof Outcome.Found<Directory>(var directory))) {
      return Optional.empty();
    }
    return Optional.of(
        new TreePage.Facts(
            found.revision(),
            found.path(),
            code.commit(commit),
            directory,
            lastCommits(commit, found.path()),
            after.isPresent()
                ? Optional.empty()
                : new Readmes(code, budgets).of(found.target(), found.path(), directory)));
  }

  /** The first page of the repository, with the root of its default branch. */
  SiteAnswer summary(Sections sections) throws IOException {
    Optional<TreePage.Facts> root = root();
    SummaryPage.Facts facts =
        new SummaryPage.Facts(
            sections.introduction(),
            sections.cloneUrl(),
            sections.nostrUrl(),
            code.refs(),
            root,
            sections.details());
    List<Node> content = SummaryPage.of(links, facts);
    return root.isEmpty()
        ? new SiteAnswer.Page(frame.emptyPage(links, sections.name(), content))
        : page(Revisions.HEAD, Tab.CODE, sections.name(), true, content);
  }

  private Optional<TreePage.Facts> root() throws IOException {
    Outcome<Found> head = new Revisions(code, budgets).find(Revisions.HEAD);
    if (!(head instanceof Outcome.Found<Found>(var found))
        || found.target().commit().isEmpty()
        || !(code.at(found.target(), TreePath.ROOT)
            instanceof Outcome.Found<Spot>(Spot.OfTree(var tree)))) {
      return Optional.empty();
    }
    return directoryFacts(found, found.target().commit().get(), tree, Optional.empty());
  }

  private Optional<Map<TreeName, CommitFacts>> lastCommits(Oid commit, TreePath path)
      throws IOException {
    Outcome<SortedMap<TreeName, Oid>> last = code.lastCommits(commit, path, budgets.lastCommit());
    if (!(last instanceof Outcome.Found<SortedMap<TreeName, Oid>>(var commits))) {
      return Optional.empty();
    }
    Map<Oid, CommitFacts> read = new HashMap<>();
    Map<TreeName, CommitFacts> shown = new HashMap<>();
    for (Map.Entry<TreeName, Oid> entry : commits.entrySet()) {
      CommitFacts facts = read.get(entry.getValue());
      if (facts == null) {
        facts = code.commit(entry.getValue());
        read.put(entry.getValue(), facts);
      }
      shown.put(entry.getKey(), facts);
    }
    return Optional.of(shown);
  }

  private SiteAnswer file(Found found, Oid commit, TreeEntry entry, RepositoryView.Tree asked)
      throws IOException {
    FilePage.Facts facts =
        new FilePage.Facts(
            found.revision(),
            found.path(),
            commit,
            entry,
            content(entry),
            asked.lines(),
            asked.shown());
    return page(
        found.revision(),
        Tab.CODE,
        found.path().toString(),
        found.target().ref().isPresent() && asked.shown() == RepositoryView.Shown.RENDERED,
        FilePage.of(links, facts));
  }

  private FilePage.Content content(TreeEntry entry) throws IOException {
    if (entry.mode() == TreeEntry.Mode.SUBMODULE) {
      return new FilePage.Content.Binary();
    }
    if (entry.size() > PageBudgets.FILE_BYTES) {
      return new FilePage.Content.TooLarge();
    }
    Blob blob = code.blob(entry.oid(), PageBudgets.FILE_BYTES);
    TextContent text = TextContent.of(blob.beginning());
    if (entry.mode() == TreeEntry.Mode.SYMLINK) {
      return new FilePage.Content.SymlinkTo(String.join("\n", text.lines()));
    }
    if (blob.isBinary() && text.encoding().filter("UTF-16"::equals).isEmpty()) {
      return new FilePage.Content.Binary();
    }
    return text.lines().size() > PageBudgets.FILE_LINES
        ? new FilePage.Content.TooLarge()
        : new FilePage.Content.OfText(text);
  }
}
