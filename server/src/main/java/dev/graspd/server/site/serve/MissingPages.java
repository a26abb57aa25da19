package dev.graspd.server.site.serve;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.page.LostPage;
import dev.graspd.server.site.page.NothingPage;
import dev.graspd.server.site.page.RefusalPage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.SiteFrame.Tab;
import dev.graspd.server.site.page.SiteFrame.TabBar;
import dev.graspd.server.web.site.SiteReply;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * The answers for what cannot be shown: each says why, and what to do.
 *
 * @param nothing the page for an address without anything
 * @param names what an owner calls itself
 */
record MissingPages(
    SiteFrame frame, String nothing, Function<PublicKey, SortedMap<PublicKey, String>> names) {
  private static final String HTML = "text/html; charset=utf-8";

  SiteReply notFound() {
    return SiteReplies.text(404, HTML, nothing);
  }

  /** A page with the way to what the repository has. */
  SiteReply notFound(HostedRepository repository) {
    if (repository.refs().values().keySet().stream().noneMatch(RefName::isHead)) {
      return notFound();
    }
    CodeLinks links = links(repository);
    List<Node> content = new ArrayList<>();
    content.add(Html.element(Html.Tag.H2, Html.text("There is nothing here")));
    content.addAll(NothingPage.within(links));
    return SiteReplies.text(
        404, HTML, frame.page(links, tabs(repository), "There is nothing here", false, content));
  }

  SiteReply lost(HostedRepository repository) {
    CodeLinks links = links(repository);
    return SiteReplies.busy(
        frame.page(links, tabs(repository), "Git data is missing", false, LostPage.within(links)));
  }

  SiteReply tooMuch() {
    PageReason reason = PageReason.PAGE_TOO_COSTLY;
    List<Node> content = new ArrayList<>();
    content.add(Html.element(Html.Tag.H1, Html.text(reason.wording().text())));
    content.addAll(RefusalPage.of(reason));
    return SiteReplies.busy(frame.page(reason.wording().text(), false, content));
  }

  /** A file that is larger than what is sent from here. */
  static SiteReply tooLarge(String advice) {
    return SiteReplies.text(
        413,
        "text/plain; charset=utf-8",
        PageReason.FILE_TOO_LARGE.refusal(advice).message() + "\n");
  }

  private CodeLinks links(HostedRepository repository) {
    return new CodeLinks(
        frame.base(), repository.address(), names.apply(repository.address().owner()));
  }

  private static TabBar tabs(HostedRepository repository) {
    return TabBar.of(Tab.CODE, Revisions.HEAD, repository.refs());
  }
}
