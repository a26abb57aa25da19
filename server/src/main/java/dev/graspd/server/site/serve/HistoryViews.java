package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.git.browse.Belonging;
import dev.graspd.server.git.browse.BlameRange;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.LogPage;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import dev.graspd.server.git.browse.history.FollowedLog;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.LogOptions;
import dev.graspd.server.site.address.Part;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.BlamePage;
import dev.graspd.server.site.page.CommitsPage;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.serve.Revisions.Found;
import dev.graspd.server.site.text.TextContent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pages of logs and of blame. For one thread. */
record HistoryViews(PageContext context) {
  SiteAnswer commits(Found found, LogOptions options) throws IOException {
    Optional<Oid> tip = options.from().or(() -> found.target().commit());
    if (tip.isEmpty()) {
      return new CodeViews(context).withoutCommit(found, Tab.COMMITS);
    }
    Outcome<Belonging> share = belonging(tip.get(), found);
    if (!(share instanceof Outcome.Found<Belonging>(var how))) {
      return PageContext.without(share);
    }
    boolean isFile = file(found).isPresent();
    LogPage log = log(tip.get(), found, options, isFile);
    CommitsPage.Facts facts =
        new CommitsPage.Facts(
            found.revision(), found.path(), tip.get(), options, isFile, log, names());
    Shown shown =
        new Shown(context.asked(), "Commits")
            .withJson(
                new ApiView.Commits(
                    found.revision(),
                    found.path().names(),
                    new Part<>(Part.LIMIT_USUAL, Optional.empty())));
    return context.page(
        found.sharing(how), Tab.COMMITS, shown, false, CommitsPage.of(context.links(), facts));
  }

  private LogPage log(Oid tip, Found found, LogOptions options, boolean isFile) throws IOException {
    int max = PageBudgets.LOG_COMMITS;
    return options.isFollowing() && isFile
        ? FollowedLog.of(
            context.code(), tip, found.path(), options.skipped(), max, context.budgets().log())
        : context
            .code()
            .log(
                tip,
                found.path(),
                new LogPage.Start(options.passed(), options.skipped()),
                max,
                context.budgets().log());
  }

  private Outcome<Belonging> belonging(Oid commit, Found found) throws IOException {
    return found.target().commit().filter(commit::equals).isPresent()
        ? new Outcome.Found<>(found.target().belonging())
        : context.code().belonging(commit, context.budgets().reach());
  }

  /** The short names of the refs that name a commit. */
  private Map<Oid, List<String>> names() {
    Map<Oid, List<String>> names = new HashMap<>();
    for (Map.Entry<RefName, Oid> ref : context.code().refs().values().entrySet()) {
      if (ref.getKey().isHeadOrTag()) {
        Oid value = ref.getValue();
        Oid commit = context.code().refs().peeled().getOrDefault(value, value);
        names
            .computeIfAbsent(commit, _ -> new ArrayList<>())
            .add(ref.getKey().text().replaceFirst("^refs/(heads|tags)/", ""));
      }
    }
    return names;
  }

  private Optional<TreeEntry> file(Found found) throws IOException {
    return context.code().at(found.target(), found.path())
                instanceof Outcome.Found<Spot>(Spot.OfEntry(var entry))
            && entry.mode().isFile()
        ? Optional.of(entry)
        : Optional.empty();
  }

  SiteAnswer blame(Found found) throws IOException {
    Optional<Oid> commit = found.target().commit();
    Optional<TreeEntry> file = file(found);
    if (commit.isEmpty() || file.isEmpty()) {
      return new SiteAnswer.NotFound();
    }
    Outcome<List<BlameRange>> traced =
        context
            .cache()
            .blame(context.code(), commit.get(), found.path(), context.budgets().blame());
    if (!(traced instanceof Outcome.Found<List<BlameRange>>(var ranges))) {
      // The budget ends a search early and never wholly: this file is above a limit.
      return context.page(
          found,
          Tab.CODE,
          title(found),
          BlamePage.tooLong(context.links(), found.revision(), found.path()));
    }
    byte[] content = context.code().blob(file.get().oid(), PageBudgets.FILE_BYTES).beginning();
    BlamePage.Facts facts =
        new BlamePage.Facts(
            found.revision(),
            found.path(),
            TextContent.of(content),
            context.cache().colours(file.get().oid()),
            ranges,
            origins(ranges));
    return context.page(found, Tab.CODE, title(found), BlamePage.of(context.links(), facts));
  }

  private static String title(Found found) {
    return "Blame of " + found.path();
  }

  private SortedMap<Oid, CommitFacts> origins(List<BlameRange> ranges) throws IOException {
    SortedMap<Oid, CommitFacts> commits = new TreeMap<>();
    for (BlameRange range : ranges) {
      if (range.origin().isPresent() && !commits.containsKey(range.origin().get().commit())) {
        Oid origin = range.origin().get().commit();
        commits.put(origin, context.cache().commit(context.code(), origin));
      }
    }
    return commits;
  }
}
