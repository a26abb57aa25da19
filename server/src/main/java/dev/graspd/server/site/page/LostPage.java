package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.List;

/** The page in place of lost git data (W-37). */
public final class LostPage {
  private LostPage() {}

  /** For the first page of a repository, which lists its copies below. */
  public static List<Node> ofRepository() {
    return List.of(
        element(Tag.H2, text("Git data of this repository is missing here")),
        element(
            Tag.P,
            text(
                "Its branches and tags are known, but the server has lost what they lead to. It"
                    + " looks for it at the other clone URLs, which are listed below if there are"
                    + " any. Until then clone from one of them; maintainers can push it here"
                    + " again.")));
  }

  /** For a page of code. */
  public static List<Node> within(CodeLinks links) {
    return List.of(
        element(Tag.H2, text("Git data for this page is missing here")),
        element(
            Tag.P,
            text(
                "The server has lost it, and looks for it at the other clone URLs of the"
                    + " repository. "),
            link(links.summary(), text("The page of the repository")),
            text(" lists them; clone from one of them until then.")));
  }
}
