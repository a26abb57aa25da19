package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import dev.graspd.server.git.browse.search.FileBytes;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.SiteFrame.TabBar;
import dev.graspd.server.site.page.TreePage;
import dev.graspd.server.site.serve.RepositorySections.Sections;
import dev.graspd.server.site.serve.Revisions.Found;
import dev.graspd.server.site.summary.SummaryPage;
import dev.graspd.server.site.text.highlight.Language;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.server.site.truth.TruthPage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;

/** The first page of a repository, and that of what is signed. For one thread. */
record SummaryViews(PageContext context) {
  private static final Pattern LICENCE =
      Pattern.compile("(?i)(licen[cs]e|copying|unlicense)([-.].{0,40})?");

  SiteAnswer summary(Sections sections) throws IOException {
    SummaryPage.Root root = root();
    List<Node> content = SummaryPage.of(context.links(), sections.about(), root);
    Shown shown =
        new Shown(context.asked(), sections.name()).withDescription(sections.description());
    if (root instanceof SummaryPage.Root.Shown) {
      TabBar tabs = TabBar.of(Tab.CODE, Revisions.HEAD, context.code().refs());
      return context.page(
          sections.open().map(tabs::with).orElse(tabs), List.of(), shown, true, content);
    }
    String html =
        context.frame().emptyPage(context.links(), sections.name(), context.head(shown), content);
    return root instanceof SummaryPage.Root.Lost
        ? new SiteAnswer.Passing(html)
        : new SiteAnswer.Page(html);
  }

  /** Says who speaks for the repository, and what they have signed. */
  SiteAnswer status(Truth truth) {
    String title = "Status";
    List<Node> content = TruthPage.of(context.links(), truth);
    boolean hasCode = context.code().refs().values().keySet().stream().anyMatch(RefName::isHead);
    return hasCode
        ? context.page(Revisions.HEAD, Tab.CODE, title, false, content)
        : new SiteAnswer.Page(
            context
                .frame()
                .emptyPage(
                    context.links(),
                    title,
                    context.head(new Shown(context.asked(), title)),
                    content));
  }

  /** Tells Go where the code is, at any address below the repository. */
  SiteAnswer goImport() {
    String title = "Go import";
    List<Node> head = context.head(new Shown(new RepositoryView.Summary(), title));
    List<Node> content =
        List.of(
            Html.element(Tag.P, Html.text("Go finds this repository by the head of this page.")));
    return new SiteAnswer.Page(context.frame().emptyPage(context.links(), title, head, content));
  }

  private SummaryPage.Root root() throws IOException {
    if (context.code().refs().values().keySet().stream().noneMatch(RefName::isHead)) {
      return new SummaryPage.Root.None();
    }
    try {
      return found();
    } catch (IOException e) {
      if (CodeReader.isOfLostData(e)) {
        return new SummaryPage.Root.Lost();
      }
      throw e;
    }
  }

  /** The root of the default branch. */
  private SummaryPage.Root found() throws IOException {
    Outcome<Found> head = context.revisions().find(Revisions.HEAD);
    if (!(head instanceof Outcome.Found<Found>(var found))
        || found.target().commit().isEmpty()
        || !(context.code().at(found.target(), TreePath.ROOT)
            instanceof Outcome.Found<Spot>(Spot.OfTree(var tree)))) {
      return new SummaryPage.Root.Lost();
    }
    Oid commit = found.target().commit().get();
    Optional<TreePage.Facts> root =
        new CodeViews(context).directoryFacts(found, commit, tree, Optional.empty());
    return root.isEmpty()
        ? new SummaryPage.Root.TooLarge()
        : new SummaryPage.Root.Shown(
            new SummaryPage.Code(
                root.get(),
                context.code().refs(),
                found.target().ref().orElseThrow(),
                licence(root.get().directory().entries()),
                languages(commit)));
  }

  private static Optional<TreeName> licence(List<TreeEntry> root) {
    return root.stream()
        .filter(entry -> entry.mode().isFile())
        .map(TreeEntry::name)
        .filter(name -> LICENCE.matcher(name.text()).matches())
        .findFirst();
  }

  private Optional<SortedMap<Language, Long>> languages(Oid commit) throws IOException {
    Outcome<SortedMap<Language, Long>> counted =
        FileBytes.of(
            context.code(),
            commit,
            name -> Language.ofFile(name, "").filter(Language::isCode),
            PageBudgets.LANGUAGE_FILES,
            context.budgets().languages());
    return counted instanceof Outcome.Found<SortedMap<Language, Long>>(var bytes)
        ? Optional.of(bytes)
        : Optional.empty();
  }
}
