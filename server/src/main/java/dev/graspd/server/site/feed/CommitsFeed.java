package dev.graspd.server.site.feed;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.RepositoryView.Entries;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.SiteFrame;
import java.util.List;

/** The newest commits or tags of a repository, as a feed (W-73). */
public record CommitsFeed(SiteFrame frame, RepoAddress repository) {
  /**
   * One entry.
   *
   * @param title the subject of a commit, or the name of a tag
   * @param view its page
   * @param id what it is called for ever
   */
  public record Item(String title, String id, RepositoryView view, CommitFacts commit) {}

  public AtomFeed of(Entries entries, RepositoryView page, List<Item> items) {
    String what = entries == Entries.TAGS ? "Tags of " : "Commits of ";
    SiteAddress self = new SiteAddress.OfRepository(repository, new RepositoryView.Feed(entries));
    return new AtomFeed(
        frame.tag(own() + "/" + entries),
        what + repository.identifier().text(),
        frame.url(self),
        frame.url(new SiteAddress.OfRepository(repository, page)),
        items.stream().map(this::entry).toList());
  }

  private AtomFeed.Entry entry(Item item) {
    return new AtomFeed.Entry(
        frame.tag(own() + "/" + item.id),
        item.title,
        frame.url(new SiteAddress.OfRepository(repository, item.view)),
        item.commit.author().name(),
        item.commit.committer().seconds(),
        List.of(Html.element(Tag.PRE, Html.text(item.commit.message()))));
  }

  private String own() {
    return Bech32.npub(repository.owner()) + "/" + repository.identifier().text();
  }
}
