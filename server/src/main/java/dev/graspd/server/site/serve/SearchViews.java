package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.search.CodeSearch;
import dev.graspd.server.git.browse.search.LogSearch;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.page.SearchPage;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.serve.Revisions.Found;
import java.io.IOException;
import java.util.Optional;

/** Searches in one repository. For one thread. */
record SearchViews(PageContext context) {
  /** The longest text that is searched for. */
  private static final int TEXT_CHARS_MAX = 200;

  SiteAnswer of(RepositoryView.Search asked) throws IOException {
    Outcome<Found> revision = context.revisions().find(asked.revision().orElse(Revisions.HEAD));
    if (!(revision instanceof Outcome.Found<Found>(var found))) {
      return PageContext.without(revision);
    }
    Optional<Oid> commit = found.target().commit();
    return commit.isEmpty()
        ? new SiteAnswer.NotFound()
        : context.page(
            found,
            Tab.SEARCH,
            "Search",
            SearchPage.of(
                context.links(),
                new SearchPage.Facts(asked, found.revision(), search(asked, commit.get()))));
  }

  private SearchPage.Found search(RepositoryView.Search asked, Oid commit) throws IOException {
    if (asked.text().isEmpty()) {
      return new SearchPage.Found.Nothing();
    }
    if (asked.text().length() > TEXT_CHARS_MAX) {
      return new SearchPage.Found.TooLong(TEXT_CHARS_MAX);
    }
    return switch (asked.in()) {
      case CODE ->
          new SearchPage.Found.OfCode(
              CodeSearch.of(
                  context.code(),
                  commit,
                  asked.text(),
                  CodeSearch.Limits.DEFAULT,
                  context.budgets().codeSearch()));
      case MESSAGE -> log(asked.text(), commit, LogSearch.Part.MESSAGE);
      case AUTHOR -> log(asked.text(), commit, LogSearch.Part.AUTHOR);
    };
  }

  private SearchPage.Found log(String text, Oid commit, LogSearch.Part part) throws IOException {
    return new SearchPage.Found.OfCommits(
        LogSearch.of(
            context.code(),
            commit,
            part,
            text,
            PageBudgets.SEARCH_COMMITS,
            context.budgets().logSearch()));
  }
}
