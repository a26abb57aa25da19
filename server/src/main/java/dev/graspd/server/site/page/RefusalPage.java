package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.util.List;

/** The page of a refusal: its text as a heading, what it means, and what to do. */
public final class RefusalPage {
  private RefusalPage() {}

  public static List<Node> of(Reason reason) {
    return List.of(
        new Element(
            Tag.PRE,
            List.of(new Attribute(Name.CLASS, "command"), new Attribute(Name.TABINDEX, "0")),
            List.of(Html.code(reason.refusal().message()))),
        element(Tag.P, text(reason.wording().explanation())),
        element(Tag.H2, text("What to do")),
        element(Tag.P, text(reason.wording().remedy())));
  }
}
