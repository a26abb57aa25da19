package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.List;

/** The page for an address without anything. */
public final class NothingPage {
  private NothingPage() {}

  public static List<Node> of(String base) {
    return List.of(
        element(Tag.H1, text("There is nothing here")),
        element(
            Tag.P,
            text(
                "A repository may live on another server, its announcement may not have arrived"
                    + " here, or its owner has removed it. A branch or a file may have another name"
                    + " by now.")),
        element(
            Tag.P,
            link(new Link(base), text("What this service is")),
            text(" and "),
            link(new Link(base + "repos"), text("its repositories"))));
  }
}
