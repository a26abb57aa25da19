package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.RevisionName;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.RefsPage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.SiteFrame.Tab;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The pages of code of all repositories. Thread-safe; may read the disk. */
public final class CodeSite {
  private static final String HEAD = "HEAD";

  private final Repositories repositories;
  private final ObjectStores stores;
  private final SiteFrame frame;
  private final PageBudgets budgets;

  public CodeSite(
      Repositories repositories, ObjectStores stores, SiteFrame frame, LongSupplier nanoTime) {
    this.repositories = repositories;
    this.stores = stores;
    this.frame = frame;
    this.budgets = new PageBudgets(nanoTime);
  }

  /** Answers a request for something of a repository. */
  public SiteAnswer of(SiteAddress.OfRepository address) {
    Optional<HostedRepository> hosted = repositories.find(address.repository());
    if (hosted.isEmpty()) {
      return new SiteAnswer.NotFound();
    }
    try (CodeReader code = CodeReader.open(stores, hosted.get())) {
      return of(address, code);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SiteAnswer of(SiteAddress.OfRepository address, CodeReader code) throws IOException {
    CodeLinks links = new CodeLinks(frame.base(), address.repository());
    CodeViews views = new CodeViews(code, links, frame, budgets);
    return switch (address.view()) {
      case RepositoryView.Tree(var place, var lines, var after) ->
          at(code, place, found -> views.tree(found, lines, after));
      case RepositoryView.Blame(var place) -> at(code, place, views::blame);
      case RepositoryView.Commits(var place, var options) ->
          at(code, place, found -> views.commits(found, options));
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
          RepositoryView.Search _,
          RepositoryView.Feed _ ->
          new SiteAnswer.NotFound();
    };
  }

  /** A place whose revision was found. */
  record Found(String revision, Revision target, TreePath path) {}

  @FunctionalInterface
  private interface View {
    SiteAnswer of(Found found) throws IOException;
  }

  private SiteAnswer at(CodeReader code, Place place, View view) throws IOException {
    Optional<RevisionName> name =
        RevisionName.of(place.names(), code.refs()).or(() -> unborn(place, code.refs()));
    if (name.isEmpty()) {
      return new SiteAnswer.NotFound();
    }
    Outcome<Revision> revision = code.revision(name.get(), budgets.reach());
    return switch (revision) {
      case Outcome.Found<Revision>(var target) ->
          view.of(new Found(written(place, name.get(), target), target, name.get().path()));
      case Outcome.Absent<Revision> _ -> new SiteAnswer.NotFound();
      case Outcome.TooMuch<Revision> _ -> new SiteAnswer.TooMuch();
    };
  }

  /** Returns the revision as the address writes it; a short id becomes the whole one. */
  private static String written(Place place, RevisionName name, Revision target) {
    int length = place.names().size() - name.path().names().size();
    String asked = new TreePath(place.names().subList(0, length)).toString();
    return name instanceof RevisionName.OfCommit
        ? target.commit().map(Oid::hex).orElse(asked)
        : asked;
  }

  /** HEAD may name a branch that is not there: any branch that is there does. */
  private static Optional<RevisionName> unborn(Place place, Refs refs) {
    return place.names().getFirst().text().equals(HEAD)
        ? refs.values().keySet().stream()
            .filter(RefName::isHead)
            .findFirst()
            .map(branch ->
                new RevisionName.OfRef(
                    branch, false, new TreePath(place.names().subList(1, place.names().size()))))
        : Optional.empty();
  }
}
