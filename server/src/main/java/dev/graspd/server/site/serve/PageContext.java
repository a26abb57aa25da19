package dev.graspd.server.site.serve;

import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.meta.RepositoryHead;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.SiteFrame.TabBar;
import java.util.List;

/** What is needed to make a page of one repository. For one thread. */
record PageContext(
    CodeReader code, CodeLinks links, SiteFrame frame, PageBudgets budgets, RepositoryView asked) {
  Revisions revisions() {
    return new Revisions(code, budgets);
  }

  SiteAnswer page(String revision, Tab tab, String title, boolean isIndexed, List<Node> content) {
    return page(revision, tab, new Shown(asked, title), isIndexed, content);
  }

  SiteAnswer page(String revision, Tab tab, Shown shown, boolean isIndexed, List<Node> content) {
    return new SiteAnswer.Page(
        frame.page(
            links,
            TabBar.of(tab, revision, code.refs()),
            shown.title(),
            isIndexed,
            head(shown),
            content));
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
