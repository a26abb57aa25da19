package dev.graspd.server.site.serve;

import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.serve.RepositorySections.Sections;
import dev.graspd.server.site.serve.Revisions.Found;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongSupplier;

/** The pages of code of all repositories. Thread-safe; may read the disk. */
public final class CodeSite {
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
      CodeLinks links = links(repository);
      SiteAnswer answer = of(address.view(), new PageContext(code, links, frame, budgets));
      return new Made(answer, !budgets.isAnyUsedUp());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the first page of a repository. */
  Made summary(HostedRepository repository, Sections sections) {
    PageBudgets budgets = new PageBudgets(nanoTime);
    try (CodeReader code = CodeReader.open(stores, repository)) {
      CodeLinks links = links(repository);
      SiteAnswer answer =
          new CodeViews(new PageContext(code, links, frame, budgets)).summary(sections);
      return new Made(answer, !budgets.isAnyUsedUp());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CodeLinks links(HostedRepository repository) {
    return new CodeLinks(frame.base(), repository.address(), frame.showsRemoteImages());
  }

  private static SiteAnswer of(RepositoryView view, PageContext context) throws IOException {
    return switch (view) {
      case RepositoryView.Tree tree ->
          at(context, tree.place(), found -> new CodeViews(context).tree(found, tree));
      case RepositoryView.Blame(var place) -> at(context, place, new HistoryViews(context)::blame);
      case RepositoryView.Commits(var place, var options) ->
          at(context, place, found -> new HistoryViews(context).commits(found, options));
      case RepositoryView.Commit commit -> new CommitViews(context).of(commit);
      case RepositoryView.Compare compare -> new CompareViews(context).of(compare);
      case RepositoryView.CompareForm() -> new CompareViews(context).form();
      case RepositoryView.Branches() -> new RefViews(context).branches();
      case RepositoryView.Tags() -> new RefViews(context).tags();
      case RepositoryView.Tag(var name) -> new RefViews(context).tag(name);
      case RepositoryView.Search search -> new SearchViews(context).of(search);
      case RepositoryView.Feed(var entries) -> new CodeFeeds(context).of(entries);
      case RepositoryView.Summary _, RepositoryView.Raw _, RepositoryView.Download _ ->
          new SiteAnswer.NotFound();
    };
  }

  @FunctionalInterface
  private interface View {
    SiteAnswer of(Found found) throws IOException;
  }

  private static SiteAnswer at(PageContext context, Place place, View view) throws IOException {
    return switch (context.revisions().find(place)) {
      case Outcome.Found<Found>(var found) -> view.of(found);
      case Outcome.Absent<Found> _ -> new SiteAnswer.NotFound();
      case Outcome.TooMuch<Found> _ -> new SiteAnswer.TooMuch();
    };
  }
}
