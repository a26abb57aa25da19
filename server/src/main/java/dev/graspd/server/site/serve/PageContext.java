package dev.graspd.server.site.serve;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.git.browse.Belonging;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.cache.CodeCache;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.meta.RepositoryHead;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.SiteFrame.TabBar;
import dev.graspd.server.site.serve.Revisions.Found;
import dev.graspd.server.site.summary.RevisionNotes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Function;

/**
 * The facts and links for a page of one repository. For one thread.
 *
 * @param offeredBy returns the author of a pull request that is served
 */
record PageContext(
    CodeReader code,
    CodeCache cache,
    CodeLinks links,
    SiteFrame frame,
    PageBudgets budgets,
    RepositoryView asked,
    Function<EventId, Optional<PublicKey>> offeredBy) {
  Revisions revisions() {
    return new Revisions(code, budgets);
  }

  SiteAnswer page(String revision, Tab tab, String title, boolean isIndexed, List<Node> content) {
    return page(revision, tab, new Shown(asked, title), isIndexed, content);
  }

  SiteAnswer page(String revision, Tab tab, Shown shown, boolean isIndexed, List<Node> content) {
    return page(TabBar.of(tab, revision, code.refs()), List.of(), shown, isIndexed, content);
  }

  SiteAnswer page(Found found, Tab tab, String title, List<Node> content) {
    return page(found, tab, new Shown(asked, title), false, content);
  }

  /** A page of a revision, which may not be part of the repository. */
  SiteAnswer page(Found found, Tab tab, Shown shown, boolean isIndexed, List<Node> content) {
    TabBar tabs = TabBar.of(tab, found.revision(), code.refs());
    return page(tabs, List.of(found), shown, isIndexed, content);
  }

  /**
   * A page that says what is odd about its revisions. Only the event of a pull request says who
   * offers a commit, and it may come later.
   */
  SiteAnswer page(
      TabBar tabs, List<Found> revisions, Shown shown, boolean isIndexed, List<Node> content) {
    SequencedSet<Node> notes = new LinkedHashSet<>();
    boolean isWhole = true;
    for (Found found : revisions) {
      if (found.target().belonging() instanceof Belonging.Offered(var pullRequest)) {
        Optional<PublicKey> key = offeredBy.apply(pullRequest);
        isWhole = isWhole && key.isPresent();
        notes.add(RevisionNotes.offer(links, pullRequest, key));
      }
      notes.addAll(RevisionNotes.names(links, code.refs(), found.revision(), found.target()));
    }
    List<Node> all = new ArrayList<>(notes);
    all.addAll(content);
    String html = frame.page(links, tabs, shown.title(), isIndexed, head(shown), all);
    return isWhole ? new SiteAnswer.Page(html) : new SiteAnswer.Passing(html);
  }

  /** Returns what the head of a page tells programs. */
  List<Node> head(Shown shown) {
    return new RepositoryHead(frame.forPrograms(), links.repository()).of(shown);
  }

  /** The answer if something was not found, or not in time. */
  static SiteAnswer without(Outcome<?> outcome) {
    return outcome instanceof Outcome.TooMuch
        ? new SiteAnswer.TooMuch()
        : new SiteAnswer.NotFound();
  }
}
