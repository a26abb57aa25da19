package dev.graspd.server.site.truth;

import static dev.graspd.server.site.html.Html.code;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.truth.Refusals.OfEvent;
import dev.graspd.server.site.truth.Refusals.OfRef;
import dev.graspd.server.site.truth.Refusals.Why;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of the page about what was refused (W-54).
 *
 * @param base the path of the service, with slashes around it
 */
record RefusalRows(String base) {
  private static final int ID_SHOWN = 10;

  List<Node> of(Refusals refusals) {
    List<Node> parts = new ArrayList<>();
    String since = Html.time(Instant.ofEpochSecond(refusals.sinceSeconds()));
    parts.add(element(Tag.H2, text("Refused since " + since)));
    if (refusals.pushes().isEmpty() && refusals.events().isEmpty()) {
      parts.add(element(Tag.P, text("Nothing since this server started.")));
      return parts;
    }
    if (!refusals.pushes().isEmpty()) {
      parts.add(
          TruthPage.scrolled(
              List.of("pushed ref", "reason", "last", "times"),
              refusals.pushes().stream().map(this::row).toList()));
    }
    if (!refusals.events().isEmpty()) {
      parts.add(
          TruthPage.scrolled(
              List.of("event", "reason", "last", "times"),
              refusals.events().stream().map(this::row).toList()));
    }
    parts.add(
        element(
            Tag.P,
            text(
                "The last %d of each kind at most, of this run of the server alone."
                    .formatted(Refusals.ROWS_MAX))));
    return parts;
  }

  private List<Node> row(OfRef one) {
    return row(one.ref().map(Html::foreign).orElse(text("one that is not here")), one.why());
  }

  private List<Node> row(OfEvent one) {
    Node id = code(one.id().hex().substring(0, ID_SHOWN));
    return row(link(new Link(base + "api/v1/why/" + one.id().hex(), false), id), one.why());
  }

  private List<Node> row(Node what, Why why) {
    return List.of(
        what,
        why.reason()
            .map(reason ->
                link(new Link(base + "errors/" + reason.slug()), text(reason.wording().text())))
            .orElse(text("unknown")),
        text(Html.time(Instant.ofEpochSecond(why.lastSeconds()))),
        text(Integer.toString(why.times())));
  }
}
