package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.Diffs;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.RevisionName;
import dev.graspd.server.git.browse.patch.Patches;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.CommitPage;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.SiteFrame.TabBar;
import dev.graspd.server.site.serve.Revisions.Found;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A commit as a page, a difference and a mail. For one thread. */
record CommitViews(PageContext context) {
  private static final String TEXT = "text/plain; charset=utf-8";

  SiteAnswer of(RepositoryView.Commit asked) throws IOException {
    Outcome<Revision> revision =
        context
            .code()
            .revision(
                new RevisionName.OfCommit(asked.id(), TreePath.ROOT), context.budgets().reach());
    if (!(revision instanceof Outcome.Found<Revision>(var target))) {
      return PageContext.without(revision);
    }
    Oid oid = target.commit().orElseThrow();
    if (!oid.hex().equals(asked.id())) {
      return new SiteAnswer.Moved(
          new SiteAddress.OfRepository(
              context.links().repository(),
              new RepositoryView.Commit(oid.hex(), asked.form(), asked.options())));
    }
    Patches patches = patches(context, asked.options());
    CommitFacts commit = context.code().commit(oid);
    return switch (asked.form()) {
      case PAGE -> page(commit, target, asked.options());
      case DIFF -> document(patches.diff(commit.parents().stream().findFirst(), oid));
      case PATCH -> document(patches.series(List.of(oid)));
    };
  }

  private SiteAnswer page(CommitFacts commit, Revision target, DiffOptions options)
      throws IOException {
    DiffPage diff = diff(context, commit.parents().stream().findFirst(), commit.oid(), options);
    String hex = commit.oid().hex();
    String title = commit.subject().isEmpty() ? hex : commit.subject();
    Shown shown =
        new Shown(new RepositoryView.Commit(hex), title)
            .withMore(CommitPage.alternates(context.links(), commit.oid()));
    return context.page(
        TabBar.of(Tab.COMMITS, hex, context.code().refs()),
        List.of(new Found(hex, target, TreePath.ROOT)),
        shown,
        false,
        CommitPage.of(context.links(), new CommitPage.Facts(commit, diff, options)));
  }

  // ---- also for comparisons

  static DiffPage diff(PageContext context, Optional<Oid> before, Oid after, DiffOptions options)
      throws IOException {
    DiffLimits limits = options.path().isEmpty() ? DiffLimits.DEFAULT : DiffLimits.OF_PATH;
    return context.code().diff(before, after, how(options), limits, context.budgets().diff());
  }

  static Patches patches(PageContext context, DiffOptions options) {
    return new Patches(context.code(), how(options), Patches.BYTES_MAX, context.budgets().patch());
  }

  static SiteAnswer document(Outcome<byte[]> written) {
    return written instanceof Outcome.Found<byte[]>(var bytes)
        ? new SiteAnswer.Document(TEXT, bytes)
        : new SiteAnswer.TooLarge(
            "this is more than %d MiB or takes too long: git clone the repository, then use git"
                    .formatted(Patches.BYTES_MAX >> 20)
                + " diff or git format-patch");
  }

  private static Diffs.Options how(DiffOptions options) {
    return new Diffs.Options(
        new TreePath(options.path()),
        options.context(),
        options.space() == DiffOptions.Space.IGNORE);
  }
}
