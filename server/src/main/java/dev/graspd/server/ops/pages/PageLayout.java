package dev.graspd.server.ops.pages;

import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.web.http.OpsPages.Page;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The frame, style and footer of all pages.
 *
 * @param home the root of the service on this server
 * @param service the name of the service
 * @param software with its version
 */
record PageLayout(Link home, String service, String software) {
  /** Short, since it is part of each page; readable on a phone, light and dark. */
  static final String CSS =
      """
      :root{color-scheme:light dark;font:100%/1.5 system-ui,sans-serif}
      body{max-width:44rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere;background:Canvas;color:CanvasText}
      h1{line-height:1.2}h2{margin-top:2rem;font-size:1.2rem}
      pre,code{font-family:ui-monospace,monospace;font-size:.9em}
      pre{padding:.75rem;overflow-x:auto;border:1px solid #8888;border-radius:.4rem}
      table{border-collapse:collapse;width:100%}
      td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8884}
      td:last-child{overflow-wrap:break-word}
      dt{font-weight:600}dd{margin:0 0 .5rem}
      footer{margin-top:3rem;font-size:.85rem}
      .skip{position:absolute;left:-100vw}.skip:focus{position:static}
      """;

  /** The content policy: this style and no other. */
  static final String STYLE_SOURCE = "'sha256-" + sha256(CSS) + "'";

  private static final String HTML = "text/html; charset=utf-8";

  static PageLayout of(ServiceUrls urls, RelayInformation information) {
    return new PageLayout(
        urls.home(), information.presentation().name(), "graspd " + information.version().number());
  }

  Page page(int status, String title, Node... content) {
    return page(status, title, List.of(content));
  }

  Page page(int status, String title, List<Node> content) {
    List<Node> main = new ArrayList<>();
    main.add(element(Tag.H1, Html.foreign(title)));
    main.addAll(content);
    Node html =
        new Element(
            Tag.HTML,
            List.of(new Attribute(Name.LANG, "en")),
            List.of(head(title), element(Tag.BODY, skip(), main(main), foot())));
    return new Page(status, HTML, "<!doctype html>\n" + Html.render(html) + "\n", STYLE_SOURCE);
  }

  /** Commands in a box that scrolls, also with the keyboard. */
  static Node commands(String text) {
    return new Element(
        Tag.PRE, List.of(new Attribute(Name.TABINDEX, "0")), List.of(Html.code(text)));
  }

  private static Node skip() {
    return new Element(
        Tag.A,
        List.of(new Attribute(Name.CLASS, "skip"), new Attribute(Name.HREF, "#main")),
        List.of(text("Skip to content")));
  }

  private static Node main(List<Node> content) {
    return new Element(Tag.MAIN, List.of(new Attribute(Name.ID, "main")), content);
  }

  private static Node head(String title) {
    return element(
        Tag.HEAD,
        new Element(Tag.META, List.of(new Attribute(Name.CHARSET, "utf-8")), List.of()),
        new Element(
            Tag.META,
            List.of(
                new Attribute(Name.NAME, "viewport"),
                new Attribute(Name.CONTENT, "width=device-width, initial-scale=1")),
            List.of()),
        element(Tag.TITLE, text(title)),
        new Html.Style(CSS));
  }

  private Node foot() {
    return element(
        Tag.FOOTER, element(Tag.P, link(home, Html.foreign(service)), text(" · " + software)));
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
