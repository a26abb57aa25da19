package dev.graspd.server.site.serve;

import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.RefsPage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.serve.RepositorySections.Sections;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongSupplier;

/** The pages of code of all repositories. Thread-safe; may read the disk. */
public final class CodeSite {
  private static final String HEAD = "HEAD";

  private final ObjectStores stores;
  private final SiteFrame frame;
  private final LongSupplier nanoTime;

  public CodeSite(ObjectStores stores, SiteFrame frame, LongSupplier nanoTime) {
    this.stores = stores;
    this.frame = frame;
    this.nanoTime = nanoTime;
  }

  /**
   * An answer.
   *
   * @param isWhole whether the same facts always give the same answer; one that a budget has made
   *     shorter is not
   */
  record Made(SiteAnswer answer, boolean isWhole) {}

  /** Answers a request for something of a repository. */
  Made of(SiteAddress.OfRepository address, HostedRepository repository) {
    PageBudgets budgets = new PageBudgets(nanoTime);
    try (CodeReader code = CodeReader.open(stores, repository)) {
      SiteAnswer answer = of(address, code, budgets);
      return new Made(answer, !budgets.isAnyUsedUp());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the first page of a repository. */
  Made summary(HostedRepository repository, Sections sections) {
    PageBudgets budgets = new PageBudgets(nanoTime);
    try (CodeReader code = CodeReader.open(stores, repository)) {
      CodeLinks links = new CodeLinks(frame.base(), repository.address());
      SiteAnswer answer = new CodeViews(code, links, frame, budgets).summary(sections);
      return new Made(answer, !budgets.isAnyUsedUp());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SiteAnswer of(SiteAddress.OfRepository address, CodeReader code, PageBudgets budgets)
      throws IOException {
    CodeLinks links = new CodeLinks(frame.base(), address.repository());
    CodeViews views = new CodeViews(code, links, frame, budgets);
    return switch (address.view()) {
      case RepositoryView.Tree(var place, var lines, var after) ->
          views.at(place, found -> views.tree(found, lines, after));
      case RepositoryView.Blame(var place) -> views.at(place, views::blame);
      case RepositoryView.Commits(var place, var options) ->
          views.at(place, found -> views.commits(found, options));
      case RepositoryView.Commit(var id, var form, var options) ->
          form == RepositoryView.Form.PAGE ? views.commit(id, options) : new SiteAnswer.NotFound();
      case RepositoryView.Branches() ->
          new SiteAnswer.Page(
              frame.page(
                  links,
                  HEAD,
                  Tab.BRANCHES,
                  "Branches",
                  true,
                  RefsPage.branches(links, code.refs())));
      case RepositoryView.Tags() ->
          new SiteAnswer.Page(
              frame.page(links, HEAD, Tab.TAGS, "Tags", true, RefsPage.tags(links, code.refs())));
      case RepositoryView.Summary _,
          RepositoryView.Raw _,
          RepositoryView.Compare _,
          RepositoryView.Tag _,
          RepositoryView.Download _,
          RepositoryView.Search _ ->
          new SiteAnswer.NotFound();
      case RepositoryView.Feed(var entries) ->
          new CodeFeeds(code, frame, budgets, address.repository()).of(entries);
    };
  }
}
