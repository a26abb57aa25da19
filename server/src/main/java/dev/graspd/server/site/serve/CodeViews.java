package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Belonging;
import dev.graspd.server.git.browse.BlameRange;
import dev.graspd.server.git.browse.Blob;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.Diffs;
import dev.graspd.server.git.browse.Directory;
import dev.graspd.server.git.browse.LogPage;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.RevisionName;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.LineRange;
import dev.graspd.server.site.address.LogOptions;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.page.BlamePage;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.CommitPage;
import dev.graspd.server.site.page.CommitsPage;
import dev.graspd.server.site.page.FilePage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.SummaryPage;
import dev.graspd.server.site.page.TreePage;
import dev.graspd.server.site.serve.RepositorySections.Sections;
import dev.graspd.server.site.text.TextContent;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the facts of one page and makes it. For one thread. */
record CodeViews(CodeReader code, CodeLinks links, SiteFrame frame, PageBudgets budgets) {
  private static final String HEAD = "HEAD";
  private static final List<String> READMES =
      List.of("readme.md", "readme", "readme.txt", "readme.rst", "readme.adoc", "readme.org");

  private SiteAnswer page(
      String revision, Tab tab, String title, boolean isIndexed, List<Node> content) {
    return new SiteAnswer.Page(frame.page(links, revision, tab, title, isIndexed, content));
  }

  /** The page of something at a place. */
  @FunctionalInterface
  interface View {
    SiteAnswer of(FoundPlace found) throws IOException;
  }

  SiteAnswer at(Place place, View view) throws IOException {
    return switch (FoundPlace.of(place, code, budgets)) {
      case Outcome.Found<FoundPlace>(var found) -> view.of(found);
      case Outcome.Absent<FoundPlace> _ -> new SiteAnswer.NotFound();
      case Outcome.TooMuch<FoundPlace> _ -> new SiteAnswer.TooMuch();
    };
  }

  // ---- directories and files

  SiteAnswer tree(FoundPlace found, Optional<LineRange> lines, Optional<TreeName> after)
      throws IOException {
    Optional<Oid> commit = found.target().commit();
    Outcome<Spot> spot = code.at(found.target(), found.path());
    if (commit.isEmpty() || !(spot instanceof Outcome.Found<Spot>(var at))) {
      return new SiteAnswer.NotFound();
    }
    return switch (at) {
      case Spot.OfTree(var tree) -> directory(found, commit.get(), tree, after);
      case Spot.OfEntry(var entry) -> file(found, commit.get(), entry, lines);
    };
  }

  private SiteAnswer directory(FoundPlace found, Oid commit, Oid tree, Optional<TreeName> after)
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
      FoundPlace found, Oid commit, Oid tree, Optional<TreeName> after) throws IOException {
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
            after.isPresent() ? Optional.empty() : readme(directory)));
  }

  /** The first page of the repository, with the root of its default branch. */
  SiteAnswer summary(Sections sections) throws IOException {
    SummaryPage.Facts facts =
        new SummaryPage.Facts(
            sections.introduction(),
            sections.cloneUrl(),
            sections.nostrUrl(),
            code.refs(),
            root(),
            sections.details());
    return page(HEAD, Tab.CODE, sections.name(), true, SummaryPage.of(links, facts));
  }

  private Optional<TreePage.Facts> root() throws IOException {
    Outcome<FoundPlace> head = FoundPlace.of(Place.of(HEAD, List.of()), code, budgets);
    if (!(head instanceof Outcome.Found<FoundPlace>(var found))
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

  private Optional<TreePage.Readme> readme(Directory directory) throws IOException {
    for (String wanted : READMES) {
      for (TreeEntry entry : directory.entries()) {
        boolean isReadme =
            entry.mode().isFile() && entry.name().text().toLowerCase(Locale.ROOT).equals(wanted);
        if (isReadme && entry.size() <= PageBudgets.FILE_BYTES) {
          Blob blob = code.blob(entry.oid(), PageBudgets.FILE_BYTES);
          return blob.isBinary()
              ? Optional.empty()
              : Optional.of(
                  new TreePage.Readme(entry.name(), TextContent.of(blob.beginning()).lines()));
        }
      }
    }
    return Optional.empty();
  }

  private SiteAnswer file(FoundPlace found, Oid commit, TreeEntry entry, Optional<LineRange> lines)
      throws IOException {
    FilePage.Facts facts =
        new FilePage.Facts(found.revision(), found.path(), commit, entry, content(entry), lines);
    return page(
        found.revision(),
        Tab.CODE,
        found.path().toString(),
        found.target().ref().isPresent(),
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

  // ---- commits

  SiteAnswer commits(FoundPlace found, LogOptions options) throws IOException {
    Optional<Oid> tip = options.from().or(() -> found.target().commit());
    if (tip.isEmpty() || !isOwn(tip.get(), found)) {
      return new SiteAnswer.NotFound();
    }
    LogPage log =
        code.log(
            tip.get(), found.path(), options.skipped(), PageBudgets.LOG_COMMITS, budgets.log());
    CommitsPage.Facts facts =
        new CommitsPage.Facts(found.revision(), found.path(), tip.get(), options.skipped(), log);
    return page(found.revision(), Tab.COMMITS, "Commits", false, CommitsPage.of(links, facts));
  }

  private boolean isOwn(Oid commit, FoundPlace found) throws IOException {
    return found.target().commit().filter(commit::equals).isPresent()
        || code.belonging(commit, budgets.reach()) instanceof Outcome.Found<Belonging>;
  }

  SiteAnswer commit(String id, DiffOptions options) throws IOException {
    Outcome<Revision> revision =
        code.revision(new RevisionName.OfCommit(id, TreePath.ROOT), budgets.reach());
    if (revision instanceof Outcome.TooMuch<Revision>) {
      return new SiteAnswer.TooMuch();
    }
    if (!(revision instanceof Outcome.Found<Revision>(var target))) {
      return new SiteAnswer.NotFound();
    }
    Oid oid = target.commit().orElseThrow();
    if (!oid.hex().equals(id)) {
      return new SiteAnswer.Moved(
          new SiteAddress.OfRepository(
              links.repository(),
              new RepositoryView.Commit(oid.hex(), RepositoryView.Form.PAGE, options)));
    }
    return code.belonging(oid, budgets.reach()) instanceof Outcome.Found<Belonging>(var belonging)
        ? commit(oid, belonging, options)
        : new SiteAnswer.TooMuch();
  }

  private SiteAnswer commit(Oid oid, Belonging belonging, DiffOptions options) throws IOException {
    CommitFacts commit = code.commit(oid);
    Diffs.Options how =
        new Diffs.Options(
            new TreePath(options.path()),
            options.context(),
            options.space() == DiffOptions.Space.IGNORE);
    CommitPage.Facts facts =
        new CommitPage.Facts(
            commit,
            belonging,
            code.diff(
                commit.parents().stream().findFirst(),
                oid,
                how,
                DiffLimits.DEFAULT,
                budgets.diff()));
    String title = commit.subject().isEmpty() ? oid.hex() : commit.subject();
    return page(oid.hex(), Tab.COMMITS, title, false, CommitPage.of(links, facts));
  }

  // ---- blame

  SiteAnswer blame(FoundPlace found) throws IOException {
    Optional<Oid> commit = found.target().commit();
    Outcome<Spot> spot = code.at(found.target(), found.path());
    boolean isFile =
        spot instanceof Outcome.Found<Spot>(Spot.OfEntry(var entry)) && entry.mode().isFile();
    if (commit.isEmpty() || !isFile) {
      return new SiteAnswer.NotFound();
    }
    Outcome<List<BlameRange>> traced =
        code.blame(commit.get(), found.path(), DiffLimits.DEFAULT, budgets.blame());
    if (!(traced instanceof Outcome.Found<List<BlameRange>>(var ranges))) {
      return new SiteAnswer.TooMuch();
    }
    Oid file = ((Spot.OfEntry) ((Outcome.Found<Spot>) spot).value()).entry().oid();
    SortedMap<Oid, CommitFacts> commits = new TreeMap<>();
    for (BlameRange range : ranges) {
      if (range.origin().isPresent() && !commits.containsKey(range.origin().get().commit())) {
        Oid origin = range.origin().get().commit();
        commits.put(origin, code.commit(origin));
      }
    }
    TextContent text = TextContent.of(code.blob(file, PageBudgets.FILE_BYTES).beginning());
    return page(
        found.revision(),
        Tab.CODE,
        "Blame of " + found.path(),
        false,
        BlamePage.of(
            links, new BlamePage.Facts(found.revision(), found.path(), text, ranges, commits)));
  }
}
