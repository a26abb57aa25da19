package dev.graspd.server.ops.pages;

import static dev.graspd.server.site.html.Html.element;

import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.page.StyleSheet;
import dev.graspd.server.web.http.OpsPages.Page;
import java.util.ArrayList;
import java.util.List;

/**
 * Pages about the service, in the frame of all pages.
 *
 * @param frame header, style and footer
 */
public record PageLayout(SiteFrame frame) {
  private static final String HTML = "text/html; charset=utf-8";

  /**
   * The layout of a service.
   *
   * @param listsRepositories whether there is a list of repositories to link
   * @param showsRemoteImages whether pages of code load images from other servers
   */
  public static PageLayout of(
      ServiceUrls urls,
      RelayInformation information,
      boolean listsRepositories,
      boolean showsRemoteImages) {
    String base = urls.home().target();
    return new PageLayout(
        new SiteFrame(
            urls.origin(),
            base,
            information.presentation().name(),
            "graspd " + information.version().number(),
            new Link(base + Addresses.write(new SiteAddress.Asset(StyleSheet.load().name()))),
            listsRepositories,
            showsRemoteImages));
  }

  /** The layout of a service with all pages. */
  static PageLayout of(ServiceUrls urls, RelayInformation information) {
    return of(urls, information, !information.grasps().isEmpty(), false);
  }

  Page page(int status, String title, Node... content) {
    return page(status, title, List.of(content));
  }

  Page page(int status, String title, List<Node> content) {
    List<Node> main = new ArrayList<>();
    main.add(element(Tag.H1, Html.foreign(title)));
    main.addAll(content);
    Node text = Html.classed(Tag.DIV, "text", main);
    return new Page(status, HTML, frame.page(title, status == 200, List.of(text)));
  }

  /** Commands in a box that scrolls, also with the keyboard. */
  static Node commands(String text) {
    return new Element(
        Tag.PRE, List.of(new Attribute(Name.TABINDEX, "0")), List.of(Html.code(text)));
  }
}
