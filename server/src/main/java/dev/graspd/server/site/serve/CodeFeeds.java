package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.RevisionName;
import dev.graspd.server.site.address.Place;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.RepositoryView.Entries;
import dev.graspd.server.site.feed.AtomFeed;
import dev.graspd.server.site.feed.CommitsFeed;
import dev.graspd.server.site.page.RefsPage;
import dev.graspd.server.site.serve.Revisions.Found;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads the entries of a repository's feeds. For one thread. */
record CodeFeeds(PageContext context) {
  private static final String TAGS = "refs/tags/";

  /** Tags that are read to find the newest ones, by version. */
  private static final int TAGS_READ_MAX = 1_000;

  SiteAnswer of(Entries entries) throws IOException {
    return new SiteAnswer.Document(
        AtomFeed.TYPE, feed(entries).xml().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the entries of all feeds. */
  List<AtomFeed.Entry> entries() throws IOException {
    List<AtomFeed.Entry> all = new ArrayList<>();
    for (Entries entries : Entries.values()) {
      all.addAll(feed(entries).entries());
    }
    return all;
  }

  private AtomFeed feed(Entries entries) throws IOException {
    CommitsFeed feed = new CommitsFeed(context.frame(), context.links().repository());
    return switch (entries) {
      case COMMITS ->
          feed.of(
              entries, new RepositoryView.Commits(Place.of(Revisions.HEAD, List.of())), commits());
      case TAGS -> feed.of(entries, new RepositoryView.Tags(), tags());
    };
  }

  private List<CommitsFeed.Item> commits() throws IOException {
    Outcome<Found> head = context.revisions().find(Revisions.HEAD);
    Optional<Oid> tip =
        head instanceof Outcome.Found<Found>(var found)
            ? found.target().commit()
            : Optional.empty();
    List<CommitsFeed.Item> items = new ArrayList<>();
    if (tip.isPresent()) {
      for (CommitFacts commit :
          context
              .code()
              .log(tip.get(), TreePath.ROOT, 0, AtomFeed.ENTRIES_MAX, context.budgets().log())
              .commits()) {
        items.add(
            new CommitsFeed.Item(
                commit.subject(),
                commit.oid().hex(),
                new RepositoryView.Commit(commit.oid().hex()),
                commit));
      }
    }
    return items;
  }

  private List<CommitsFeed.Item> tags() throws IOException {
    List<CommitsFeed.Item> items = new ArrayList<>();
    for (RefName ref :
        RefsPage.tags(context.code().refs()).stream().limit(TAGS_READ_MAX).toList()) {
      Outcome<Revision> revision =
          context
              .code()
              .revision(
                  new RevisionName.OfRef(ref, false, TreePath.ROOT), context.budgets().reach());
      if (revision instanceof Outcome.Found<Revision>(var target) && target.commit().isPresent()) {
        String name = ref.text().substring(TAGS.length());
        items.add(
            new CommitsFeed.Item(
                name,
                ref.text(),
                new RepositoryView.Tag(name),
                context.code().commit(target.commit().get())));
      }
    }
    items.sort(
        Comparator.comparingLong((CommitsFeed.Item item) -> item.commit().committer().seconds())
            .reversed());
    return items.subList(0, Math.min(items.size(), AtomFeed.ENTRIES_MAX));
  }
}
