package dev.graspd.server.site.serve;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.cache.CodeCache;
import dev.graspd.server.site.feed.AtomFeed;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.serve.RepositorySections.Sections;
import dev.graspd.server.site.serve.Revisions.Found;
import dev.graspd.server.site.truth.Truth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The pages of code of all repositories. Thread-safe; may read the disk. */
public final class CodeSite {
  private final ObjectStores stores;
  private final CodeCache cache;
  private final SiteFrame frame;
  private final Function<EventId, Optional<PublicKey>> offeredBy;
  private final LongSupplier nanoTime;

  /**
   * Reads nothing yet.
   *
   * @param cache for what is true of code for ever
   * @param offeredBy returns the author of a pull request that is served
   */
  public CodeSite(
      ObjectStores stores,
      CodeCache cache,
      SiteFrame frame,
      Function<EventId, Optional<PublicKey>> offeredBy,
      LongSupplier nanoTime) {
    this.stores = stores;
    this.cache = cache;
    this.frame = frame;
    this.offeredBy = offeredBy;
    this.nanoTime = nanoTime;
  }

  /**
   * An answer.
   *
   * @param isWhole whether the same facts always give the same answer; one that a budget has made
   *     shorter is not
   */
  public record Made(SiteAnswer answer, boolean isWhole) {}

  @FunctionalInterface
  private interface Making {
    SiteAnswer of(PageContext context) throws IOException;
  }

  /**
   * What a page is made for.
   *
   * @param names what people call themselves, of those who appear on it
   */
  public record Shown(HostedRepository repository, SortedMap<PublicKey, String> names) {}

  private Made made(Shown shown, RepositoryView asked, Making making) {
    PageBudgets budgets = new PageBudgets(nanoTime);
    try (CodeReader code = CodeReader.open(stores, shown.repository)) {
      CodeLinks links =
          new CodeLinks(
              frame.base(), shown.repository.address(), frame.showsRemoteImages(), shown.names);
      SiteAnswer answer =
          making.of(new PageContext(code, cache, links, frame, budgets, asked, offeredBy));
      return new Made(answer, !budgets.isAnyUsedUp());
    } catch (IOException e) {
      if (CodeReader.isOfLostData(e)) {
        return new Made(new SiteAnswer.Lost(), false);
      }
      throw new UncheckedIOException(e);
    }
  }

  /** Answers a request for something that depends on the refs of a repository alone. */
  Made of(SiteAddress.OfRepository address, Shown shown) {
    return made(shown, address.view(), context -> of(address.view(), context));
  }

  /** Lists the branches or tags of a repository with those who have signed them. */
  Made refs(RepositoryView view, Shown shown, SignedRefs signed) {
    return made(
        shown,
        view,
        context ->
            view instanceof RepositoryView.Branches
                ? new RefViews(context).branches(signed)
                : new RefViews(context).tags(signed));
  }

  /** Makes the first page of a repository. */
  Made summary(Shown shown, Sections sections) {
    return made(
        shown,
        new RepositoryView.Summary(),
        context -> new SummaryViews(context).summary(sections));
  }

  /**
   * What is new in the code of a repository: commits of the default branch, and tags.
   *
   * @param isWhole whether the same refs always give the same entries
   */
  public record News(List<AtomFeed.Entry> entries, boolean isWhole) {
    public News {
      entries = List.copyOf(entries);
    }
  }

  /** Returns what is new in the code of a repository; nothing while its git data is lost. */
  public News news(HostedRepository repository) {
    PageBudgets budgets = new PageBudgets(nanoTime);
    CodeLinks links = new CodeLinks(frame.base(), repository.address());
    RepositoryView view = new RepositoryView.Summary();
    try (CodeReader code = CodeReader.open(stores, repository)) {
      PageContext context = new PageContext(code, cache, links, frame, budgets, view, offeredBy);
      return new News(new CodeFeeds(context).entries(), !budgets.isAnyUsedUp());
    } catch (IOException e) {
      if (CodeReader.isOfLostData(e)) {
        return new News(List.of(), false);
      }
      throw new UncheckedIOException(e);
    }
  }

  /** Makes the page of what is signed. */
  Made status(Shown shown, Truth truth) {
    return made(
        shown, new RepositoryView.Status(), context -> new SummaryViews(context).status(truth));
  }

  private static SiteAnswer of(RepositoryView view, PageContext context) throws IOException {
    return switch (view) {
      case RepositoryView.Tree tree ->
          at(
              context,
              tree.place(),
              place -> new RepositoryView.Tree(place, tree.lines(), tree.after(), tree.shown()),
              found -> new CodeViews(context).tree(found, tree));
      case RepositoryView.Blame(var place) ->
          at(context, place, RepositoryView.Blame::new, new HistoryViews(context)::blame);
      case RepositoryView.Commits(var place, var options) ->
          at(
              context,
              place,
              whole -> new RepositoryView.Commits(whole, options),
              found -> new HistoryViews(context).commits(found, options));
      case RepositoryView.Commit commit -> new CommitViews(context).of(commit);
      case RepositoryView.Compare compare -> new CompareViews(context).of(compare);
      case RepositoryView.CompareForm() -> new CompareViews(context).form();
      case RepositoryView.Tag(var name) -> new RefViews(context).tag(name);
      case RepositoryView.Search search -> new SearchViews(context).of(search);
      case RepositoryView.Feed(var entries) -> new CodeFeeds(context).of(entries);
      case RepositoryView.GoImport() -> new SummaryViews(context).goImport();
      case RepositoryView.Summary _,
          RepositoryView.Branches _,
          RepositoryView.Tags _,
          RepositoryView.Status _,
          RepositoryView.Talk _,
          RepositoryView.Raw _,
          RepositoryView.Download _ ->
          new SiteAnswer.NotFound();
    };
  }

  @FunctionalInterface
  private interface View {
    SiteAnswer of(Found found) throws IOException;
  }

  /**
   * Shows a place.
   *
   * @param moved returns the same view of a place whose commit has its whole id
   */
  private static SiteAnswer at(
      PageContext context, Place place, Function<Place, RepositoryView> moved, View view)
      throws IOException {
    return switch (context.revisions().find(place)) {
      case Outcome.Found<Found>(var found) when found.isShort(place) ->
          new SiteAnswer.Moved(
              new SiteAddress.OfRepository(
                  context.links().repository(), moved.apply(found.place())));
      case Outcome.Found<Found>(var found) -> view.of(found);
      case Outcome.Absent<Found> _ -> new SiteAnswer.NotFound();
      case Outcome.TooMuch<Found> _ -> new SiteAnswer.TooMuch();
    };
  }
}
