package dev.graspd.server.site.api;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.server.git.browse.BlameRange;
import dev.graspd.server.git.browse.Blob;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.Directory;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.TreeEntry;
import dev.graspd.server.git.browse.TreeEntry.Mode;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import dev.graspd.server.site.address.ApiView;
import dev.graspd.server.site.address.Part;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.TreeCursor;
import dev.graspd.server.site.json.BlameJson;
import dev.graspd.server.site.json.BlobJson;
import dev.graspd.server.site.json.LastCommitsJson;
import dev.graspd.server.site.json.RevisionFacts;
import dev.graspd.server.site.json.TreeJson;
import dev.graspd.server.site.json.Truncated;
import dev.graspd.server.site.serve.PageBudgets;
import dev.graspd.server.site.serve.Revisions.Found;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads directories and files of a repository for a program. For one thread. */
record ApiTrees(ApiScope scope) {
  /** The target of a longer symbolic link is left out: no system follows it. */
  private static final int TARGET_BYTES_MAX = 4_096;

  private static final String NO_DIRECTORY = "there is no directory of this name at this revision";
  private static final String NO_FILE = "there is no file of this name at this revision";

  ApiAnswer tree(Place place, Part<TreeCursor> part) throws IOException {
    return scope.at(
        place,
        part.after().map(TreeCursor::root),
        (found, at) -> {
          Outcome<Spot> spot = scope.code().at(found.target(), found.path());
          return spot instanceof Outcome.Found<Spot>(Spot.OfTree(var tree))
              ? directory(place, part, found.target(), at, tree)
              : ApiScope.notFound(NO_DIRECTORY);
        });
  }

  private ApiAnswer directory(
      Place place, Part<TreeCursor> part, Revision revision, RevisionFacts at, Oid tree)
      throws IOException {
    // One more than is shown tells whether there are more.
    Outcome<Directory> listed =
        scope
            .code()
            .directory(
                tree,
                part.after().map(TreeCursor::after),
                part.limit() + 1,
                scope.budgets().tree());
    if (!(listed instanceof Outcome.Found<Directory>(var directory))) {
      return scope.document(
          TreeJson.of(
              new TreeJson.Facts(
                  at,
                  Optional.empty(),
                  PageBudgets.ENTRIES_READ,
                  new TreeMap<>(),
                  Optional.empty())));
    }
    boolean hasMore = directory.entries().size() > part.limit();
    List<TreeEntry> shown =
        hasMore ? directory.entries().subList(0, part.limit()) : directory.entries();
    Optional<TreeCursor> next =
        hasMore
            ? Optional.of(new TreeCursor(revision.target().oid(), shown.getLast().name()))
            : Optional.empty();
    return scope.document(
        TreeJson.of(
            new TreeJson.Facts(
                at,
                Optional.of(new Directory(shown, directory.total(), !hasMore)),
                PageBudgets.ENTRIES_READ,
                targets(shown),
                next.map(TreeCursor::text))),
        next.map(cursor -> new ApiView.Tree(place, part.at(cursor))));
  }

  private SortedMap<TreeName, byte[]> targets(List<TreeEntry> entries) throws IOException {
    SortedMap<TreeName, byte[]> targets = new TreeMap<>();
    for (TreeEntry entry : entries) {
      if (entry.mode() == Mode.SYMLINK && entry.size() <= TARGET_BYTES_MAX) {
        targets.put(entry.name(), scope.code().blob(entry.oid(), TARGET_BYTES_MAX).beginning());
      }
    }
    return targets;
  }

  ApiAnswer blob(Place place) throws IOException {
    return scope.at(
        place,
        Optional.empty(),
        (found, at) -> {
          Optional<TreeEntry> entry = entry(found).filter(one -> one.mode() != Mode.SUBMODULE);
          return entry.isPresent()
              ? scope.document(BlobJson.of(blob(at, entry.get())))
              : ApiScope.notFound(NO_FILE);
        });
  }

  private BlobJson.Facts blob(RevisionFacts at, TreeEntry entry) throws IOException {
    Optional<Blob> content =
        entry.size() > BlobJson.BYTES_MAX
            ? Optional.empty()
            : Optional.of(scope.code().blob(entry.oid(), BlobJson.BYTES_MAX));
    return new BlobJson.Facts(at, entry, content);
  }

  private Optional<TreeEntry> entry(Found found) throws IOException {
    Outcome<Spot> spot = scope.code().at(found.target(), found.path());
    return spot instanceof Outcome.Found<Spot>(Spot.OfEntry(var entry))
        ? Optional.of(entry)
        : Optional.empty();
  }

  // ---- history of lines and entries

  ApiAnswer blame(Place place) throws IOException {
    return scope.at(
        place,
        Optional.empty(),
        (found, at) -> {
          boolean isFile = entry(found).filter(one -> one.mode().isFile()).isPresent();
          return isFile && at.commit().isPresent()
              ? scope.document(BlameJson.of(blame(at, at.commit().get())))
              : ApiScope.notFound(NO_FILE);
        });
  }

  private BlameJson.Facts blame(RevisionFacts at, Oid commit) throws IOException {
    Outcome<List<BlameRange>> traced =
        scope.cache().blame(scope.code(), commit, at.path(), scope.budgets().blame());
    if (!(traced instanceof Outcome.Found<List<BlameRange>>(var ranges))) {
      return new BlameJson.Facts(
          at,
          List.of(),
          Optional.of(new Truncated("lines of a file", DiffLimits.DEFAULT.fileLines())));
    }
    boolean isPartial = ranges.stream().anyMatch(range -> range.origin().isEmpty());
    return new BlameJson.Facts(
        at,
        ranges,
        isPartial
            ? Optional.of(new Truncated("milliseconds", PageBudgets.BLAME_MILLIS))
            : Optional.empty());
  }

  ApiAnswer lastCommits(Place place, Part<TreeCursor> part) throws IOException {
    return scope.at(
        place,
        part.after().map(TreeCursor::root),
        (_, at) ->
            at.commit().isPresent()
                ? lastCommits(place, part, at, at.commit().get())
                : ApiScope.notFound("this tag leads to a tree, which has no history"));
  }

  private ApiAnswer lastCommits(Place place, Part<TreeCursor> part, RevisionFacts at, Oid commit)
      throws IOException {
    Outcome<SortedMap<TreeName, Oid>> outcome =
        scope.cache().lastCommits(scope.code(), commit, at.path(), scope.budgets().lastCommit());
    return switch (outcome) {
      case Outcome.Found<SortedMap<TreeName, Oid>>(var last) ->
          lastCommits(place, part, at, commit, last);
      case Outcome.Absent<SortedMap<TreeName, Oid>> _ -> ApiScope.notFound(NO_DIRECTORY);
      case Outcome.TooMuch<SortedMap<TreeName, Oid>> _ ->
          scope.document(
              LastCommitsJson.of(
                  new LastCommitsJson.Facts(
                      at,
                      new TreeMap<>(),
                      Optional.empty(),
                      Optional.of(
                          new Truncated("commits looked at", PageBudgets.LAST_COMMITS_READ)))));
    };
  }

  private ApiAnswer lastCommits(
      Place place,
      Part<TreeCursor> part,
      RevisionFacts at,
      Oid commit,
      SortedMap<TreeName, Oid> last)
      throws IOException {
    List<Map.Entry<TreeName, Oid>> found =
        last.entrySet().stream()
            .filter(entry ->
                part.after()
                    .filter(cursor -> entry.getKey().compareTo(cursor.after()) <= 0)
                    .isEmpty())
            .limit(part.limit() + 1L)
            .toList();
    boolean hasMore = found.size() > part.limit();
    List<Map.Entry<TreeName, Oid>> shown = hasMore ? found.subList(0, part.limit()) : found;
    Optional<TreeCursor> next =
        hasMore ? Optional.of(new TreeCursor(commit, shown.getLast().getKey())) : Optional.empty();
    return scope.document(
        LastCommitsJson.of(
            new LastCommitsJson.Facts(
                at, read(shown), next.map(TreeCursor::text), Optional.empty())),
        next.map(cursor -> new ApiView.LastCommits(place, part.at(cursor))));
  }

  private SortedMap<TreeName, CommitFacts> read(List<Map.Entry<TreeName, Oid>> last)
      throws IOException {
    Map<Oid, CommitFacts> known = new HashMap<>();
    SortedMap<TreeName, CommitFacts> commits = new TreeMap<>();
    for (Map.Entry<TreeName, Oid> entry : last) {
      CommitFacts facts = known.get(entry.getValue());
      if (facts == null) {
        facts = scope.cache().commit(scope.code(), entry.getValue());
        known.put(entry.getValue(), facts);
      }
      commits.put(entry.getKey(), facts);
    }
    return commits;
  }
}
