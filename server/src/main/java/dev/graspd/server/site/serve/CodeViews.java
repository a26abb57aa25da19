package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Blob;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.Directory;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import dev.graspd.server.git.browse.link.LinkedEntries;
import dev.graspd.server.git.browse.link.Submodules;
import dev.graspd.server.git.browse.link.Symlink;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.file.RawType;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.FilePage;
import dev.graspd.server.site.page.NoCommitPage;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.TreePage;
import dev.graspd.server.site.serve.Revisions.Found;
import dev.graspd.server.site.text.TextContent;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Pages of directories and files. For one thread. */
record CodeViews(PageContext context) {
  // ---- directories and files

  SiteAnswer tree(Found found, RepositoryView.Tree asked) throws IOException {
    Optional<Oid> commit = found.target().commit();
    if (commit.isEmpty()) {
      return withoutCommit(found, Tab.CODE);
    }
    Outcome<Spot> spot = context.code().at(found.target(), found.path());
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
        ? context.page(
            found,
            tab,
            new Shown(context.asked(), found.revision()).withoutJson(),
            false,
            NoCommitPage.of(context.links(), found.revision(), found.target().target().kind()))
        : new SiteAnswer.NotFound();
  }

  private SiteAnswer directory(Found found, Oid commit, Oid tree, Optional<TreeName> after)
      throws IOException {
    Optional<TreePage.Facts> facts = directoryFacts(found, commit, tree, after);
    if (facts.isEmpty()) {
      return new SiteAnswer.TooMuch();
    }
    String title = found.path().isRoot() ? "Files" : found.path().toString();
    return context.page(
        found,
        Tab.CODE,
        new Shown(new RepositoryView.Tree(place(found), Optional.empty(), after), title),
        isOfHead(found),
        TreePage.of(context.links(), facts.get()));
  }

  /** Whether search engines may list it: what every branch has would be there many times. */
  private boolean isOfHead(Found found) {
    return found.revision().equals(Revisions.HEAD)
        || (found.target().ref().isPresent()
            && found.target().ref().equals(context.code().refs().head()));
  }

  /** Returns where the same place is preferred: at HEAD if the revision is the default branch. */
  private Place place(Found found) {
    return Place.of(isOfHead(found) ? Revisions.HEAD : found.revision(), found.path().names());
  }

  /** Returns what a directory shows; empty if it is too large to read. */
  Optional<TreePage.Facts> directoryFacts(
      Found found, Oid commit, Oid tree, Optional<TreeName> after) throws IOException {
    Outcome<Directory> listed =
        context.code().directory(tree, after, PageBudgets.TREE_ENTRIES, context.budgets().tree());
    if (!(listed instanceof Outcome.Found<Directory>(var directory))) {
      return Optional.empty();
    }
    return Optional.of(
        new TreePage.Facts(
            found.revision(),
            found.path(),
            context.cache().commit(context.code(), commit),
            directory,
            context
                .code()
                .onlyChildren(
                    directory.entries(), PageBudgets.NAMES_JOINED, PageBudgets.TREES_JOINED),
            LinkedEntries.of(context.code(), found.target(), found.path(), directory.entries()),
            lastCommits(commit, found.path()),
            after.isPresent()
                ? Optional.empty()
                : new Readmes(context.code(), context.budgets())
                    .of(found.target(), found.path(), directory)));
  }

  private Optional<Map<TreeName, CommitFacts>> lastCommits(Oid commit, TreePath path)
      throws IOException {
    Outcome<SortedMap<TreeName, Oid>> last =
        context.cache().lastCommits(context.code(), commit, path, context.budgets().lastCommit());
    if (!(last instanceof Outcome.Found<SortedMap<TreeName, Oid>>(var commits))) {
      return Optional.empty();
    }
    Map<Oid, CommitFacts> read = new HashMap<>();
    Map<TreeName, CommitFacts> shown = new HashMap<>();
    for (Map.Entry<TreeName, Oid> entry : commits.entrySet()) {
      CommitFacts facts = read.get(entry.getValue());
      if (facts == null) {
        facts = context.cache().commit(context.code(), entry.getValue());
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
            content(found, entry),
            context.cache().colours(entry.oid()),
            lastCommit(commit, found.path()),
            asked.lines(),
            asked.shown());
    Shown shown =
        new Shown(
                new RepositoryView.Tree(
                    place(found), Optional.empty(), Optional.empty(), asked.shown()),
                found.path().toString())
            .withJson(new ApiView.Blob(Place.of(found.revision(), found.path().names())));
    return context.page(
        found,
        Tab.CODE,
        shown,
        isOfHead(found) && asked.shown() == RepositoryView.Shown.RENDERED,
        FilePage.of(context.links(), facts));
  }

  private Optional<CommitFacts> lastCommit(Oid commit, TreePath path) throws IOException {
    Outcome<Oid> last =
        context.cache().lastCommit(context.code(), commit, path, context.budgets().lastCommit());
    return last instanceof Outcome.Found<Oid>(var found)
        ? Optional.of(context.cache().commit(context.code(), found))
        : Optional.empty();
  }

  private FilePage.Content content(Found found, TreeEntry entry) throws IOException {
    if (entry.mode() == TreeEntry.Mode.SUBMODULE) {
      return new FilePage.Content.Submodule(
          Optional.ofNullable(
              Submodules.urls(context.code(), found.target()).get(found.path().toString())));
    }
    if (entry.mode() == TreeEntry.Mode.SYMLINK) {
      return Symlink.read(context.code(), found.target(), found.path(), entry)
          .<FilePage.Content>map(FilePage.Content.SymlinkTo::new)
          .orElseGet(() -> large(entry));
    }
    if (entry.size() > PageBudgets.FILE_BYTES) {
      return large(entry);
    }
    Blob blob = context.code().blob(entry.oid(), PageBudgets.FILE_BYTES);
    TextContent text = TextContent.of(blob.beginning());
    if (blob.isBinary() && text.encoding().filter("UTF-16"::equals).isEmpty()) {
      return isPicture(entry, blob)
          ? new FilePage.Content.Picture()
          : new FilePage.Content.Binary();
    }
    return text.lines().size() > PageBudgets.FILE_LINES
        ? large(entry)
        : new FilePage.Content.OfText(text);
  }

  private static FilePage.Content large(TreeEntry entry) {
    return new FilePage.Content.TooLarge(entry.size() <= PageBudgets.RAW_BYTES);
  }

  private static boolean isPicture(TreeEntry entry, Blob blob) {
    return RawType.of(entry.name().text(), blob.beginning()).contentType().startsWith("image/");
  }
}
