package dev.graspd.server.app.server;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.WebKeys;
import dev.graspd.server.ops.pages.ServiceUrls;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.page.NothingPage;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.StyleSheet;
import dev.graspd.server.site.serve.CodeSite;
import dev.graspd.server.site.serve.FileStreams;
import dev.graspd.server.site.serve.ServiceOnlySite;
import dev.graspd.server.site.serve.ServicePages;
import dev.graspd.server.site.serve.SiteService;
import dev.graspd.server.web.http.OpsPages;
import dev.graspd.server.web.site.SiteFront;
import dev.graspd.server.web.site.SiteReply;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Builds the site: pages of code, files, lists and feeds. */
final class SiteSetup {
  private SiteSetup() {}

  /**
   * What the site is built from.
   *
   * @param hosting empty on a server that hosts nothing
   */
  record Parts(
      Config config,
      PublicKey key,
      InetSocketAddress bound,
      Optional<HostingSetup> hosting,
      Optional<Catalogue> catalogue,
      PagesSetup.Built pages,
      Budgets budgets) {}

  static SiteFront build(Parts parts, Deque<Runnable> closers) {
    ServiceAddress address = parts.config.serviceAt(parts.bound);
    ServiceUrls urls = new ServiceUrls(address);
    SiteFrame frame = frame(parts, urls);
    boolean isFull = parts.config.site().mode() == WebKeys.Mode.FULL;
    ServicePages service =
        new ServicePages(
            new ServicePages.Facts(
                frame, parts.key, urls.relay(), parts.config.site().isForRobots()),
            isFull ? parts.catalogue : Optional.empty());
    String notFound = frame.page("Page not found", false, NothingPage.of(frame.base()));
    if (parts.hosting.isEmpty() || !isFull) {
      return new ServiceOnlySite(
          service, notFound, repository -> plain(parts.pages.pages().repository(repository)));
    }
    HostingSetup hosting = parts.hosting.get();
    FileStreams files =
        new FileStreams(
            hosting.objects(),
            parts.budgets.bytes("waiting_files", parts.config.site().waitingFileBytes()),
            System::nanoTime);
    closers.push(files::close);
    SiteService.Parts made =
        new SiteService.Parts(
            hosting.host().repositories(),
            new CodeSite(hosting.objects(), frame, System::nanoTime),
            parts.pages.site()::sections,
            files,
            service,
            notFound);
    return new SiteService(made, frame, parts.config.site().cacheBytes());
  }

  /** A page with a style sheet of its own. */
  private static SiteReply plain(OpsPages.Page page) {
    return new SiteReply(
        page.status(),
        new TreeMap<>(
            Map.of(
                "Content-Type",
                page.contentType(),
                "Cache-Control",
                "no-store",
                "Content-Security-Policy",
                "default-src 'none'; style-src " + page.styleSource() + "; base-uri 'none'")),
        page.body().getBytes(StandardCharsets.UTF_8));
  }

  private static SiteFrame frame(Parts parts, ServiceUrls urls) {
    String base = urls.home().target();
    StyleSheet style = StyleSheet.load();
    return new SiteFrame(
        urls.origin(),
        base,
        parts.config.presentation(parts.config.domainAt(parts.bound)).name(),
        "graspd " + Version.current().number(),
        new Html.Link(base + Addresses.write(new SiteAddress.Asset(style.name()))),
        parts.config.site().showsRemoteImages());
  }
}
