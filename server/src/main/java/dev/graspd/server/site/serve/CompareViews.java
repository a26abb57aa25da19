package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.history.CommonHistory;
import dev.graspd.server.git.browse.patch.Patches;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.ComparePage;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.SiteFrame.TabBar;
import dev.graspd.server.site.serve.Revisions.Found;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The difference of two revisions as a page, a difference and mails. For one thread. */
record CompareViews(PageContext context) {
  /** One of the two revisions, proved to be the repository's. */
  private record Side(Found found, Oid commit) {}

  SiteAnswer form() {
    return context.page(
        Revisions.HEAD,
        Tab.BRANCHES,
        "Compare",
        false,
        ComparePage.choose(context.links(), Revisions.HEAD, ""));
  }

  SiteAnswer of(RepositoryView.Compare asked) throws IOException {
    Outcome<Side> from = side(asked.from());
    Outcome<Side> to = side(asked.to());
    if (!(from instanceof Outcome.Found<Side>(var first))) {
      return PageContext.without(from);
    }
    if (!(to instanceof Outcome.Found<Side>(var second))) {
      return PageContext.without(to);
    }
    RepositoryView.Compare whole =
        new RepositoryView.Compare(
            first.found.revision(),
            second.found.revision(),
            asked.fromBase(),
            asked.form(),
            asked.options());
    if (!whole.equals(asked)) {
      return new SiteAnswer.Moved(
          new SiteAddress.OfRepository(context.links().repository(), whole));
    }
    Outcome<CommonHistory> common =
        CommonHistory.of(context.code(), first.commit, second.commit, context.budgets().reach());
    return common instanceof Outcome.Found<CommonHistory>(var history)
        ? of(asked, first, second, history)
        : PageContext.without(common);
  }

  private Outcome<Side> side(String name) throws IOException {
    return switch (context.revisions().find(name)) {
      case Outcome.Found<Found>(var found) -> side(found);
      case Outcome.Absent<Found> _ -> new Outcome.Absent<>();
      case Outcome.TooMuch<Found> _ -> new Outcome.TooMuch<>();
    };
  }

  private static Outcome<Side> side(Found found) {
    return found
        .target()
        .commit()
        .<Outcome<Side>>map(commit -> new Outcome.Found<>(new Side(found, commit)))
        .orElseGet(Outcome.Absent::new);
  }

  private SiteAnswer of(RepositoryView.Compare asked, Side from, Side to, CommonHistory history)
      throws IOException {
    Oid before =
        asked.fromBase() ? history.bases().stream().findFirst().orElse(from.commit) : from.commit;
    Patches patches = CommitViews.patches(context, asked.options());
    return switch (asked.form()) {
      case PAGE -> page(asked, from, to, before, history);
      case DIFF -> CommitViews.document(patches.diff(Optional.of(before), to.commit));
      case PATCH -> CommitViews.document(patches.series(withoutMerges(history.ahead())));
    };
  }

  /** Returns the commits of a series, parents first; as git's format-patch, without merges. */
  private List<Oid> withoutMerges(List<Oid> commits) throws IOException {
    List<Oid> series = new ArrayList<>();
    if (commits.size() > Patches.COMMITS_MAX) {
      return commits;
    }
    for (Oid commit : commits.reversed()) {
      if (context.code().commit(commit).parents().size() <= 1) {
        series.add(commit);
      }
    }
    return series;
  }

  private SiteAnswer page(
      RepositoryView.Compare asked, Side from, Side to, Oid before, CommonHistory history)
      throws IOException {
    List<CommitFacts> commits = new ArrayList<>();
    int shown = Math.min(history.ahead().size(), PageBudgets.COMPARE_COMMITS);
    for (Oid commit : history.ahead().subList(0, shown)) {
      commits.add(context.code().commit(commit));
    }
    ComparePage.Facts facts =
        new ComparePage.Facts(
            asked,
            from.commit,
            to.commit,
            history.bases(),
            commits,
            history.ahead().size(),
            history.behind(),
            CommitViews.diff(context, Optional.of(before), to.commit, asked.options()));
    Shown head =
        new Shown(asked, "Compare " + asked.from() + " and " + asked.to())
            .withMore(ComparePage.alternates(context.links(), asked));
    return context.page(
        TabBar.of(Tab.BRANCHES, asked.to(), context.code().refs()),
        List.of(to.found, from.found),
        head,
        false,
        ComparePage.of(context.links(), facts));
  }
}
