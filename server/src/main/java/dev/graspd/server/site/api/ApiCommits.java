package dev.graspd.server.site.api;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.Diffs;
import dev.graspd.server.git.browse.LogPage;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.RevisionName;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.LogCursor;
import dev.graspd.server.site.address.Part;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.json.CommitJson;
import dev.graspd.server.site.json.CompareJson;
import dev.graspd.server.site.json.DiffJson;
import dev.graspd.server.site.json.LogJson;
import dev.graspd.server.site.json.RevisionFacts;
import dev.graspd.server.site.json.Truncated;
import dev.graspd.server.site.serve.PageBudgets;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads commits of a repository and their differences for a program. For one thread. */
record ApiCommits(ApiScope scope) {
  private static final String NO_COMMIT = "there is no such commit here";

  /** Counts lines of as many files as are named. */
  private static final DiffLimits COUNTING =
      new DiffLimits(
          DiffLimits.DEFAULT.filesNamed(),
          DiffLimits.DEFAULT.filesNamed(),
          DiffLimits.DEFAULT.fileBytes(),
          DiffLimits.DEFAULT.fileLines(),
          0,
          DiffLimits.DEFAULT.renames());

  ApiAnswer log(ApiView.Commits view) throws IOException {
    return atCommit(
        view.revision(),
        view.part().after().map(LogCursor::tip),
        (tip, pullRequest) -> log(view, tip, pullRequest));
  }

  @FunctionalInterface
  private interface CommitView {
    ApiAnswer of(Oid commit, Optional<EventId> pullRequest) throws IOException;
  }

  /** A revision without a path, which must lead to a commit. */
  private ApiAnswer atCommit(String revision, Optional<Oid> root, CommitView view)
      throws IOException {
    return scope.at(
        Place.of(revision, List.of()),
        root,
        (found, at) ->
            found.path().isRoot() && at.commit().isPresent()
                ? view.of(at.commit().get(), at.pullRequest())
                : ApiScope.notFound(NO_COMMIT));
  }

  private ApiAnswer log(ApiView.Commits view, Oid tip, Optional<EventId> pullRequest)
      throws IOException {
    TreePath path = new TreePath(view.path());
    Part<LogCursor> part = view.part();
    int skipped = part.after().map(LogCursor::skipped).orElse(0);
    LogPage page = scope.code().log(tip, path, skipped, part.limit(), scope.budgets().log());
    boolean hasNext = !page.isLast() && !page.commits().isEmpty();
    Optional<LogCursor> next =
        hasNext
            ? Optional.of(new LogCursor(tip, skipped + page.commits().size()))
            : Optional.empty();
    return scope.document(
        LogJson.of(
            new RevisionFacts(Optional.of(tip), pullRequest, path),
            new LogJson.Facts(page.commits(), next.map(LogCursor::text), truncated(page))),
        next.map(cursor -> new ApiView.Commits(view.revision(), view.path(), part.at(cursor))));
  }

  private static Optional<Truncated> truncated(LogPage page) {
    return page.isCut()
        ? Optional.of(new Truncated("commits looked at", PageBudgets.LOG_COMMITS_READ))
        : Optional.empty();
  }

  // ---- one commit

  ApiAnswer commit(String id) throws IOException {
    Outcome<Revision> revision =
        scope
            .code()
            .revision(new RevisionName.OfCommit(id, TreePath.ROOT), scope.budgets().reach());
    return switch (revision) {
      case Outcome.Found<Revision>(var found) -> commit(found);
      case Outcome.Absent<Revision> _ -> ApiScope.notFound(NO_COMMIT);
      case Outcome.TooMuch<Revision> _ -> ApiScope.tooExpensive();
    };
  }

  private ApiAnswer commit(Revision revision) throws IOException {
    CommitFacts commit = scope.code().commit(revision.commit().orElseThrow());
    DiffJson.Facts diff = diff(commit.parents().stream().findFirst(), commit.oid(), true);
    return scope.document(
        CommitJson.of(new CommitJson.Facts(commit, ApiScope.offeredBy(revision), diff)));
  }

  private DiffJson.Facts diff(Optional<Oid> before, Oid after, boolean hasHunks)
      throws IOException {
    DiffLimits limits = hasHunks ? DiffLimits.DEFAULT : COUNTING;
    return new DiffJson.Facts(
        scope.code().diff(before, after, Diffs.Options.USUAL, limits, scope.budgets().diff()),
        limits,
        PageBudgets.DIFF_MILLIS,
        hasHunks);
  }

  // ---- two commits

  ApiAnswer compare(String from, String to, boolean hasHunks) throws IOException {
    return atCommit(
        from,
        Optional.empty(),
        (first, _) ->
            atCommit(
                to,
                Optional.empty(),
                (second, pullRequest) -> compare(first, second, pullRequest, hasHunks)));
  }

  private ApiAnswer compare(Oid from, Oid to, Optional<EventId> pullRequest, boolean hasHunks)
      throws IOException {
    Outcome<Optional<Oid>> found = scope.code().mergeBase(from, to, scope.budgets().reach());
    if (!(found instanceof Outcome.Found<Optional<Oid>>(var base))) {
      return ApiScope.tooExpensive();
    }
    LogPage between = scope.code().between(from, to, Part.LIMIT_MAX, scope.budgets().log());
    Optional<Truncated> truncated =
        between.isLast() || between.isCut()
            ? truncated(between)
            : Optional.of(new Truncated("commits", Part.LIMIT_MAX));
    return scope.document(
        CompareJson.of(
            new CompareJson.Facts(
                base,
                from,
                to,
                pullRequest,
                new LogJson.Facts(between.commits(), Optional.empty(), truncated),
                diff(Optional.of(base.orElse(from)), to, hasHunks))));
  }
}
