package dev.graspd.server.site.meta;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.ArrayList;
import java.util.List;

/**
 * The head of a page, for programs (W-74): its one address, its other forms, and a preview for
 * those who are sent a link to it (OpenGraph).
 *
 * @param address the one among those that show the same
 * @param pictured the key whose picture stands for the page
 */
public record PageHead(
    SiteAddress address,
    String title,
    String description,
    PublicKey pictured,
    List<Alternate> alternates) {
  private static final int DESCRIPTION_CHARS_MAX = 300;

  public PageHead {
    description = Html.cut(description, DESCRIPTION_CHARS_MAX);
    alternates = List.copyOf(alternates);
  }

  /**
   * Where the service is.
   *
   * @param origin its scheme and host
   * @param base its path, with slashes around it
   * @param name its name for people
   */
  public record Service(String origin, String base, String name) {
    /** Returns the whole URL of an address. */
    public String url(SiteAddress address) {
      return origin + base + Addresses.write(address);
    }

    /** Returns the host and the path of an address. */
    String place(SiteAddress address) {
      return url(address).substring(origin.indexOf("://") + "://".length());
    }
  }

  public List<Node> nodes(Service service) {
    List<Node> nodes = new ArrayList<>();
    String url = service.url(address);
    nodes.add(link("canonical", url));
    for (Alternate alternate : alternates) {
      nodes.add(
          new Element(
              Tag.LINK,
              List.of(
                  new Attribute(Name.REL, "alternate"),
                  new Attribute(Name.TYPE, alternate.type()),
                  new Attribute(Name.TITLE, alternate.title()),
                  new Attribute(Name.HREF, alternate.link().target())),
              List.of()));
    }
    nodes.add(named("description", description));
    nodes.add(property("og:type", "website"));
    nodes.add(property("og:site_name", service.name));
    nodes.add(property("og:title", title));
    nodes.add(property("og:description", description));
    nodes.add(property("og:url", url));
    nodes.add(property("og:image", service.url(new SiteAddress.Identicon(pictured))));
    nodes.add(property("og:image:width", Integer.toString(Identicon.SIDE_PIXELS)));
    nodes.add(property("og:image:height", Integer.toString(Identicon.SIDE_PIXELS)));
    nodes.add(property("og:image:alt", "a pattern made from the key of the owner"));
    return nodes;
  }

  static Node link(String relation, String url) {
    return new Element(
        Tag.LINK,
        List.of(new Attribute(Name.REL, relation), new Attribute(Name.HREF, url)),
        List.of());
  }

  static Node named(String name, String content) {
    return new Element(
        Tag.META,
        List.of(new Attribute(Name.NAME, name), new Attribute(Name.CONTENT, content)),
        List.of());
  }

  private static Node property(String name, String content) {
    return new Element(
        Tag.META,
        List.of(new Attribute(Name.PROPERTY, name), new Attribute(Name.CONTENT, content)),
        List.of());
  }
}
