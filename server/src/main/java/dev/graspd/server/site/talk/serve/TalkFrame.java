package dev.graspd.server.site.talk.serve;

import dev.graspd.core.repo.Refs;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.meta.RepositoryHead;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.SiteFrame.TabBar;
import dev.graspd.server.site.serve.CodeSite;
import dev.graspd.server.site.serve.Revisions;
import dev.graspd.server.site.serve.SiteAnswer;
import dev.graspd.server.talk.ThreadList;
import java.util.List;

/** The common parts of all pages of threads of one repository. */
record TalkFrame(SiteFrame frame, CodeLinks links, Refs refs) {
  CodeSite.Made page(
      Section section, ThreadList.Counts open, Shown shown, boolean isIndexed, List<Node> content) {
    return page(section, open, shown, isIndexed, content, true);
  }

  /** Makes a page; one that a budget made shorter is not whole. */
  CodeSite.Made page(
      Section section,
      ThreadList.Counts open,
      Shown shown,
      boolean isIndexed,
      List<Node> content,
      boolean isWhole) {
    Tab tab = section == Section.ISSUES ? Tab.ISSUES : Tab.PULL_REQUESTS;
    TabBar tabs =
        TabBar.of(tab, Revisions.HEAD, refs)
            .with(new TabBar.Open(open.issues(), open.pullRequests()));
    String html =
        frame.page(
            links,
            tabs,
            shown.title(),
            isIndexed,
            new RepositoryHead(frame.forPrograms(), links.repository()).of(shown),
            content);
    return new CodeSite.Made(new SiteAnswer.Page(html), isWhole);
  }
}
